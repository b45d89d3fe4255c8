//! The launcher's parts: finding OTP, shadowing it with our emulator, running tools and labs.

pub mod crash;
pub mod doctor;
pub mod emulator;
pub mod exec;
pub mod flags;
mod huge;
pub mod lab;
mod median;
pub mod native;
pub mod otp;
pub mod pgo;
pub mod probe;
mod progress;
mod roots;
pub mod shadow;
pub mod start;
mod stays;
pub mod support;
pub mod top;
pub mod tune;
pub mod within;

/// A result, or why a step failed: one line for the user, without the program's name.
pub type Result<T> = std::result::Result<T, String>;

/// The text that `maser help` prints.
pub const HELP: &str = "\
maser: an emulator for Erlang/OTP in place of beam.smp

  maser [erl flags]          as `erl [erl flags]`: a shell, or what the flags say
  maser exec CMD [ARG...]    run a tool (erlc, escript, rebar3, mix, a script) on Maser,
                             with every node that it starts
  maser use [--undo] DIR     put Maser into an installation of OTP or into a release, for good
  maser lab [NAME] [OPTION]  run an experiment on stock erl and on Maser, side by side;
                             without a name, list them
  maser tune -- CMD [ARG...] run a command under settings of the emulator until it is known
                             which make it faster; without more, what this does
  maser native build|ship|show|status|clear
                             native code ahead of time; without more, what these do
  maser probe list|scripts|show|run
                             what of the emulator bpftrace and SystemTap can watch;
                             without more, what these do
  maser pgo train|status     measure your own work, to compile Maser for it; without more,
                             what these do
  maser top PID|URL          the processes of a node that has a dash (`maser +dash 9090`), in
                             a terminal; `maser top help` has more
  maser crash [FILE]         say what a crash dump says, of stock's emulator or Maser;
                             `maser crash help` has more
  maser doctor               say which OTP and which emulator are used and what is missing,
                             and which others are installed
  maser doctor PID           say what of a running emulator is on huge pages
  maser doctor --support FILE  write an archive (.tar.gz) for a report of a fault, with nothing
                             private in it; --with dump|arguments|environment adds that
  maser version              Maser's own version
  maser help                 this text

Environment:
  MASER_OTP_ROOT   the OTP installation to use (default: that of `erl` on PATH)
  MASER_EMU        the emulator's file (default: maser-emu beside this program)
  MASER_NATIVE     where native code is kept, a whole path (default: in the cache); off: none
  MASER_NATIVE_MODE   what is done about it, as +native: off, cache (what is there is used),
                   auto (busy modules are compiled, too: the default) or all
  MASER_TUNE       tunables, as +tune: NAME=VALUE,NAME=VALUE
  MASER_NATIVE_LIMIT  how many megabytes of it are kept (default: 1024)
  MASER_HUGE_CODE_PAGES  as +huge_code_pages: which code is on pages of 2 MB: true (all), false
                   or auto (what costs nothing: the default)
  MASER_HUGE_HEAPS  as +huge_heaps: memory for processes is, too: true or false
  XDG_CACHE_HOME   where the cache `maser` is kept (default: ~/.cache)
";
