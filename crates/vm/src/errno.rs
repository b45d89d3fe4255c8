//! Error numbers of the operating system, as the atoms that Erlang programs see.

use std::ffi::CStr;
use term::Atom;

macro_rules! errors {
    ($($number:ident $name:literal)*) => {
        /// The name of an error number; `unknown` when it has none.
        pub fn name(errno: i32) -> &'static str {
            match errno {
                $(libc::$number => $name,)*
                _ => "unknown",
            }
        }

        /// The same, as C has it.
        pub fn c_name(errno: i32) -> &'static CStr {
            let name = match errno {
                $(libc::$number => concat!($name, "\0"),)*
                _ => "unknown\0",
            };
            CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default()
        }
    };
}

errors! {
    E2BIG "e2big" EACCES "eacces" EADDRINUSE "eaddrinuse" EADDRNOTAVAIL "eaddrnotavail" EADV "eadv"
    EAFNOSUPPORT "eafnosupport" EAGAIN "eagain" EALREADY "ealready" EBADE "ebade" EBADF "ebadf" EBADFD "ebadfd"
    EBADMSG "ebadmsg" EBADR "ebadr" EBADRQC "ebadrqc" EBADSLT "ebadslt" EBFONT "ebfont" EBUSY "ebusy"
    ECANCELED "ecanceled" ECHILD "echild" ECHRNG "echrng" ECOMM "ecomm" ECONNABORTED "econnaborted"
    ECONNREFUSED "econnrefused" ECONNRESET "econnreset" EDEADLK "edeadlk" EDESTADDRREQ "edestaddrreq"
    EDOM "edom" EDOTDOT "edotdot" EDQUOT "edquot" EEXIST "eexist" EFAULT "efault" EFBIG "efbig"
    EHOSTDOWN "ehostdown" EHOSTUNREACH "ehostunreach" EIDRM "eidrm" EILSEQ "eilseq" EINPROGRESS "einprogress"
    EINTR "eintr" EINVAL "einval" EIO "eio" EISCONN "eisconn" EISDIR "eisdir" EISNAM "eisnam"
    EL2HLT "el2hlt" EL2NSYNC "el2nsync" EL3HLT "el3hlt" EL3RST "el3rst" ELIBACC "elibacc" ELIBBAD "elibbad"
    ELIBEXEC "elibexec" ELIBMAX "elibmax" ELIBSCN "elibscn" ELNRNG "elnrng" ELOOP "eloop"
    EMEDIUMTYPE "emediumtype" EMFILE "emfile" EMLINK "emlink" EMSGSIZE "emsgsize" EMULTIHOP "emultihop"
    ENAMETOOLONG "enametoolong" ENAVAIL "enavail" ENETDOWN "enetdown" ENETRESET "enetreset"
    ENETUNREACH "enetunreach" ENFILE "enfile" ENOANO "enoano" ENOBUFS "enobufs" ENOCSI "enocsi"
    ENODATA "enodata" ENODEV "enodev" ENOENT "enoent" ENOEXEC "enoexec" ENOLCK "enolck" ENOLINK "enolink"
    ENOMEDIUM "enomedium" ENOMEM "enomem" ENOMSG "enomsg" ENONET "enonet" ENOPKG "enopkg"
    ENOPROTOOPT "enoprotoopt" ENOSPC "enospc" ENOSR "enosr" ENOSTR "enostr" ENOSYS "enosys"
    ENOTBLK "enotblk" ENOTCONN "enotconn" ENOTDIR "enotdir" ENOTEMPTY "enotempty" ENOTNAM "enotnam"
    ENOTSOCK "enotsock" ENOTSUP "enotsup" ENOTTY "enotty" ENOTUNIQ "enotuniq" ENXIO "enxio"
    EOVERFLOW "eoverflow" EPERM "eperm" EPFNOSUPPORT "epfnosupport" EPIPE "epipe" EPROTO "eproto"
    EPROTONOSUPPORT "eprotonosupport" EPROTOTYPE "eprototype" ERANGE "erange" EREMCHG "eremchg"
    EREMOTE "eremote" EREMOTEIO "eremoteio" ERESTART "erestart" EROFS "erofs" ESHUTDOWN "eshutdown"
    ESOCKTNOSUPPORT "esocktnosupport" ESPIPE "espipe" ESRCH "esrch" ESRMNT "esrmnt" ESTALE "estale"
    ESTRPIPE "estrpipe" ETIME "etime" ETIMEDOUT "etimedout" ETOOMANYREFS "etoomanyrefs" ETXTBSY "etxtbsy"
    EUCLEAN "euclean" EUNATCH "eunatch" EUSERS "eusers" EXDEV "exdev" EXFULL "exfull"
}

/// The atom of an error number.
pub fn atom(errno: i32) -> Atom {
    Atom::new(name(errno))
}

/// The error number of an error of the standard library.
pub fn number(e: &std::io::Error) -> i32 {
    e.raw_os_error().unwrap_or(libc::EIO)
}
