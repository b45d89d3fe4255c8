//! `prim_file` and `prim_buffer` against a directory of their own.

mod common;

use common::{a, text};
use std::cell::RefCell;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use term::{Heap, Term};
use vm::bif::{BifRow, Exception};
use vm::process::{Process, Running};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("maser-files-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir(&dir).expect("a directory");
        Dir(dir)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run<'h>(rows: &[BifRow], p: &mut Running<'h>, name: &str, args: &[Term<'h>]) -> Term<'h> {
    let row = rows
        .iter()
        .find(|r| r.function == name && r.arity as usize == args.len())
        .unwrap_or_else(|| panic!("no {name}/{}", args.len()));
    match (row.f)(p, args) {
        Ok(t) => t,
        Err(Exception::Error(t)) => p.heap().tuple(&[a("raised"), t]),
        Err(_) => panic!("{name}"),
    }
}

struct T<'a, 'h> {
    p: RefCell<&'a mut Running<'h>>,
    heap: &'h Heap,
    dir: &'a Dir,
}

impl<'a, 'h> T<'a, 'h> {
    fn new(p: &'a mut Running<'h>, dir: &'a Dir) -> T<'a, 'h> {
        T { heap: p.heap(), p: RefCell::new(p), dir }
    }

    fn call(&self, name: &str, args: &[Term<'h>]) -> Term<'h> {
        run(io::file::ROWS, &mut self.p.borrow_mut(), name, args)
    }

    /// A path in the directory, as `prim_file` encodes it.
    fn path(&self, name: &str) -> Term<'h> {
        let path = self.dir.0.join(name);
        self.heap.binary(&[path.as_os_str().as_bytes(), b"\0"].concat())
    }

    fn list(&self, names: &[&str]) -> Term<'h> {
        let atoms: Vec<_> = names.iter().map(|n| a(n)).collect();
        self.heap.list(&atoms)
    }

    fn bin(&self, bytes: &[u8]) -> Term<'h> {
        self.heap.binary(bytes)
    }

    fn bins(&self, pieces: &[&[u8]]) -> Term<'h> {
        let pieces: Vec<_> = pieces.iter().map(|b| self.bin(b)).collect();
        self.heap.list(&pieces)
    }

    fn open(&self, name: &str, modes: &[&str]) -> Term<'h> {
        let t = self.call("open_nif", &[self.path(name), self.list(modes)]);
        let e = t.as_tuple().expect("a tuple");
        assert_eq!(text(e[0]), "ok", "{name}: {}", text(t));
        e[1]
    }

    fn check(&self, name: &str, args: &[Term<'h>], expected: &str) {
        assert_eq!(text(self.call(name, args)), expected, "{name}");
    }
}

const N: fn(i64) -> Term<'static> = Term::small;

#[test]
fn reading_and_writing() {
    let dir = Dir::new("rw");
    let mut p = Process::for_test();
    let p = &mut p.running();
    let t = T::new(p, &dir);
    let f = t.open("f", &["write", "read", "binary", "raw"]);
    t.check("write_nif", &[f, t.bins(&[b"hello ", b"", b"world"])], "ok");
    t.check("seek_nif", &[f, a("bof"), N(0)], "{ok,0}");
    t.check("read_nif", &[f, N(5)], "{ok,<<\"hello\">>}");
    t.check("read_nif", &[f, N(100)], "{ok,<<\" world\">>}");
    t.check("read_nif", &[f, N(100)], "eof");
    t.check("read_nif", &[f, N(-1)], "{error,einval}");
    t.check("read_nif", &[f, a("x")], "{raised,badarg}");
    t.check("pread_nif", &[f, N(6), N(3)], "{ok,<<\"wor\">>}");
    t.check("pread_nif", &[f, N(60), N(3)], "eof");
    t.check("pread_nif", &[f, N(-1), N(3)], "{error,einval}");
    t.check("pwrite_nif", &[f, N(3), t.bins(&[b"XX"])], "ok");
    t.check("seek_nif", &[f, a("eof"), N(-5)], "{ok,6}");
    t.check("seek_nif", &[f, a("bof"), N(-5)], "{error,einval}");
    t.check("truncate_nif", &[f], "ok");
    t.check("read_file_nif", &[t.path("f")], "{ok,<<\"helXX \">>}");
    t.check("sync_nif", &[f, N(0)], "ok");
    t.check("advise_nif", &[f, N(0), N(0), a("sequential")], "ok");
    t.check("advise_nif", &[f, N(0), N(0), a("nonsense")], "{error,einval}");
    t.check("allocate_nif", &[f, N(0), N(100)], "ok");
    t.check("close_nif", &[f], "ok");
    t.check("close_nif", &[f], "{error,einval}");
    t.check("read_nif", &[f, N(1)], "{error,einval}");
    let f = t.open("f", &["append"]);
    t.check("write_nif", &[f, t.bins(&[b"end"])], "ok");
    t.check("read_nif", &[f, N(1)], "{error,ebadf}");
    t.check("open_nif", &[t.path("f"), t.list(&["write", "exclusive"])], "{error,eexist}");
    t.check("open_nif", &[t.path("none"), t.list(&["read"])], "{error,enoent}");
    t.check("open_nif", &[t.path(""), t.list(&["read"])], "{error,eisdir}");
    t.check("open_nif", &[t.bin(b"no-zero"), t.list(&["read"])], "{error,einval}");
    t.check("open_nif", &[t.bin(b"a\0b\0"), t.list(&["read"])], "{error,einval}");
    t.check("open_nif", &[t.path("f"), N(1)], "{raised,badarg}");
}

#[test]
fn many_pieces_are_written_in_turns() {
    let dir = Dir::new("pieces");
    let mut p = Process::for_test();
    let p = &mut p.running();
    let t = T::new(p, &dir);
    let f = t.open("f", &["write"]);
    let pieces: Vec<Vec<u8>> = (0..200).map(|i| format!("{i},").into_bytes()).collect();
    let mut rest = t.bins(&pieces.iter().map(|b| &b[..]).collect::<Vec<_>>());
    let mut turns = 1;
    loop {
        let r = t.call("write_nif", &[f, rest]);
        match r.as_tuple() {
            Some([_, more]) => rest = *more,
            _ => break assert_eq!(text(r), "ok"),
        }
        turns += 1;
    }
    assert_eq!(turns, 4);
    assert_eq!(std::fs::read(dir.0.join("f")).expect("the file"), pieces.concat());
}

#[test]
fn names_and_directories() {
    let dir = Dir::new("names");
    let mut p = Process::for_test();
    let p = &mut p.running();
    let t = T::new(p, &dir);
    t.check("make_dir_nif", &[t.path("d")], "ok");
    t.check("make_dir_nif", &[t.path("d")], "{error,eexist}");
    t.open("d/f", &["write"]);
    t.check("list_dir_nif", &[t.path("d")], "{ok,[<<\"f\">>]}");
    t.check("list_dir_nif", &[t.path("none")], "{error,enoent}");
    t.check("del_dir_nif", &[t.path("d")], "{error,eexist}");
    t.check("del_file_nif", &[t.path("d")], "{error,eperm}");
    t.check("rename_nif", &[t.path("d/f"), t.path("d/g")], "ok");
    t.check("make_hard_link_nif", &[t.path("d/g"), t.path("h")], "ok");
    t.check("make_soft_link_nif", &[t.bin(b"target\0"), t.path("s")], "ok");
    t.check("read_link_nif", &[t.path("s")], "{ok,<<\"target\">>}");
    t.check("read_link_nif", &[t.path("h")], "{error,einval}");
    t.check("set_permissions_nif", &[t.path("h"), N(0o640)], "ok");
    t.check("set_time_nif", &[t.path("h"), N(1000), N(2000), N(0)], "ok");
    t.check("set_owner_nif", &[t.path("h"), N(-1), N(-1)], "ok");
    let info = t.call("read_info_nif", &[t.path("h"), N(1)]);
    let info = info.as_tuple().expect("a record");
    let shown: Vec<_> = [0, 1, 2, 4, 5, 8].iter().map(|&i| text(info[i])).collect();
    assert_eq!(shown, ["file_info", "0", "regular", "1000", "2000", "2"]);
    assert_eq!(info[7].as_small(), Some(0o100_640));
    let link = t.call("read_info_nif", &[t.path("s"), N(0)]);
    assert_eq!(text(link.as_tuple().expect("a record")[2]), "symlink");
    t.check("read_info_nif", &[t.path("s"), N(1)], "{error,enoent}");
    t.check("del_file_nif", &[t.path("d/g")], "ok");
    t.check("del_dir_nif", &[t.path("d")], "ok");
    t.check("altname_nif", &[t.path("h")], "{error,enotsup}");
    t.check("get_device_cwd_nif", &[N(1)], "{error,enotsup}");
}

#[test]
fn encodings() {
    let dir = Dir::new("encodings");
    let mut p = Process::for_test();
    let p = &mut p.running();
    let h = p.heap();
    let t = T::new(p, &dir);
    t.check("internal_name2native", &[h.string("aö")], "<<\"aö\\0\">>");
    t.check("internal_name2native", &[h.list(&[h.string("a"), N(98)])], "<<\"ab\\0\">>");
    t.check("internal_name2native", &[t.bin(b"raw")], "<<\"raw\\0\">>");
    t.check("internal_name2native", &[t.bin(b"r\0w")], "{raised,badarg}");
    t.check("internal_name2native", &[a("atom")], "{raised,badarg}");
    t.check("internal_native2name", &[t.bin(b"abc")], "\"abc\"");
    t.check("internal_native2name", &[t.bin(b"\xff")], "{error,warning}");
    t.check("is_translatable", &[t.bin(b"\xff")], "false");
}

#[test]
fn pointers() {
    let dir = Dir::new("pointers");
    let mut p = Process::for_test();
    let p = &mut p.running();
    let t = T::new(p, &dir);
    std::fs::write(dir.0.join("f"), b"\0\0\0\x04\0\0\0\x0a__data").expect("a file");
    let f = t.open("f", &["read"]);
    t.check("ipread_s32bu_p32bu_nif", &[f, N(0), N(100)], "{ok,{4,10,<<\"data\">>}}");
    t.check("ipread_s32bu_p32bu_nif", &[f, N(0), N(3)], "eof");
    t.check("ipread_s32bu_p32bu_nif", &[f, N(9), N(100)], "eof");
}

#[test]
fn files_close_with_their_owner() {
    // Files note their owner in the table, where a dirty call finds it.
    let dir = Dir::new("owner");
    let p = &mut Process::listed_for_test();
    let t = T::new(p, &dir);
    let f = t.open("f", &["write"]);
    io::file::owner_gone(&t.p.borrow());
    t.check("write_nif", &[f, t.bins(&[b"x"])], "{error,einval}");
}

#[test]
fn buffers() {
    let mut p = Process::for_test();
    let p = &mut p.running();
    let h = p.heap();
    let mut call = |name: &str, args: &[Term<'_>]| {
        // SAFETY: all terms are on the heap of `p`, which lives to the end.
        let args: Vec<_> = args.iter().map(|t| unsafe { Term::from_word(t.word()) }).collect();
        run(io::buffer::ROWS, p, name, &args)
    };
    let b = call("new", &[]);
    let mut check = |name: &str, args: &[Term<'_>], expected: &str| {
        let all: Vec<_> = std::iter::once(b).chain(args.iter().copied()).collect();
        assert_eq!(text(call(name, &all)), expected, "{name}");
    };
    let big = vec![b'y'; 3000];
    check("write", &[h.list(&[h.binary(b"one\n"), h.binary(&big), h.binary(b"two\n")])], "ok");
    check("size", &[], "3008");
    check("find_byte_index", &[N(10)], "{ok,3}");
    check("copying_read", &[N(4)], "<<\"one\\n\">>");
    check("peek_head", &[], &format!("<<{:?}>>", "y".repeat(3000)));
    check("skip", &[N(2999)], "ok");
    check("peek_head", &[], "<<\"y\">>");
    check("copying_read", &[N(6)], "{raised,badarg}");
    check("copying_read", &[N(5)], "<<\"ytwo\\n\">>");
    check("find_byte_index", &[N(10)], "not_found");
    check("peek_head", &[], "{raised,badarg}");
    check("try_lock", &[], "acquired");
    check("try_lock", &[], "busy");
    check("unlock", &[], "ok");
    check("unlock", &[], "{raised,lock_order_violation}");
}
