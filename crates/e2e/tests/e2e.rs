//! Runs every end-to-end test on the emulator built beside this program.

fn main() -> std::process::ExitCode {
    e2e::main()
}
