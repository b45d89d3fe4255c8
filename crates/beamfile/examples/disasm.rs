//! Lists the modules named on the command line.

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        match beamfile::parse(&bytes) {
            Ok(file) => print!("{}", beamfile::disasm::module(&file)),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}
