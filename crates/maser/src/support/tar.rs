//! Writes an archive in the format of POSIX (ustar), compressed with gzip.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// The size of the units in which an archive is written.
const BLOCK: usize = 512;

/// The largest size that the digits of a header can say.
const DIGITS_MAX: u64 = 0o77_777_777_777;

/// An archive that is being written.
pub struct Archive<W: Write> {
    out: GzEncoder<W>,
    time: u64,
}

impl<W: Write> Archive<W> {
    pub fn new(out: W) -> Archive<W> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs());
        Archive { out: GzEncoder::new(out, Compression::default()), time }
    }

    /// Adds a file. Of the input so many bytes are taken; zeros stand for those that it lacks.
    pub fn add(&mut self, name: &str, size: u64, input: &mut dyn Read) -> io::Result<()> {
        self.out.write_all(&header(name, size, self.time)?)?;
        let copied = io::copy(&mut input.take(size), &mut self.out)?;
        let padded = size.div_ceil(BLOCK as u64) * BLOCK as u64;
        io::copy(&mut io::repeat(0).take(padded - copied), &mut self.out)?;
        Ok(())
    }

    /// Ends it.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&[0; 2 * BLOCK])?;
        self.out.finish()
    }
}

/// The header of a file that belongs to nobody in particular.
fn header(name: &str, size: u64, time: u64) -> io::Result<[u8; BLOCK]> {
    let mut block = [0; BLOCK];
    if name.len() >= 100 {
        return Err(io::Error::other("the name of a file is too long for an archive"));
    }
    let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000600\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    match size > DIGITS_MAX {
        true => {
            put(124, &[0x80, 0, 0, 0]);
            put(128, &size.to_be_bytes());
        }
        false => put(124, format!("{size:011o}\0").as_bytes()),
    }
    put(136, format!("{:011o}\0", time.min(DIGITS_MAX)).as_bytes());
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|b| u32::from(*b)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_end() {
        let mut archive = Archive::new(Vec::new());
        archive.add("a/b.txt", 3, &mut &b"abcdef"[..]).unwrap();
        archive.add("short", 600, &mut &b"x"[..]).unwrap();
        let packed = archive.finish().unwrap();
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
        assert_eq!(text.len(), (1 + 1 + 1 + 2 + 2) * BLOCK);
        assert!(text.starts_with(b"a/b.txt\0"));
        assert_eq!(&text[512..516], b"abc\0");
        assert_eq!(&text[1024 + 124..1024 + 136], b"00000001130\0");
    }

    #[test]
    fn sizes_beyond_the_digits() {
        let block = header("dump", DIGITS_MAX + 1, 0).unwrap();
        assert_eq!(&block[124..136], &[0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
        assert!(header(&"x".repeat(100), 1, 0).is_err());
    }
}
