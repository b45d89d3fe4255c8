//! The driver `ram_file_drv`: files in memory, which the module `ram_file` commands.

use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{Core, Driver, IoData};

/// Commands.
mod op {
    pub const OPEN: u8 = 1;
    pub const READ: u8 = 2;
    pub const SEEK: u8 = 3;
    pub const WRITE: u8 = 4;
    pub const SYNC: u8 = 9;
    pub const TRUNCATE: u8 = 14;
    pub const PREAD: u8 = 17;
    pub const PWRITE: u8 = 18;
    pub const DATA_SYNC: u8 = 19;
    pub const GET: u8 = 30;
    pub const SIZE: u8 = 37;
    pub const ADVISE: u8 = 38;
    pub const ALLOCATE: u8 = 39;
}

/// Kinds of answers.
mod answer {
    pub const OK: u8 = 0;
    pub const ERROR: u8 = 1;
    pub const DATA: u8 = 2;
    pub const NUMBER: u8 = 3;
}

const MODE_READ: u32 = 1;
const MODE_WRITE: u32 = 2;

/// Longest file: what fits the protocol's numbers.
const LONGEST: usize = i32::MAX as usize;

#[derive(Default)]
struct RamFile {
    modes: u32,
    bytes: Vec<u8>,
    position: usize,
}

enum Answer {
    Ok,
    Number(usize),
    Data(Vec<u8>),
}

/// Makes an instance.
pub fn open(_core: &mut Core, _: &Target, _: &Options) -> Result<Box<dyn Driver>, OpenError> {
    Ok(Box::new(RamFile::default()))
}

/// A number of 32 bits in front of `bytes`, and the rest.
fn number(bytes: &[u8]) -> Result<(i32, &[u8]), i32> {
    let (n, rest) = bytes.split_first_chunk::<4>().ok_or(libc::EINVAL)?;
    Ok((i32::from_be_bytes(*n), rest))
}

fn natural(bytes: &[u8]) -> Result<(usize, &[u8]), i32> {
    let (n, rest) = number(bytes)?;
    Ok((usize::try_from(n).map_err(|_| libc::EINVAL)?, rest))
}

impl RamFile {
    fn command(&mut self, op: u8, data: &[u8]) -> Result<Answer, i32> {
        if op != op::OPEN && self.modes == 0 {
            return Err(libc::EBADF);
        }
        match op {
            op::OPEN => {
                let (modes, content) = number(data)?;
                *self = RamFile { modes: modes as u32, bytes: content.to_vec(), position: 0 };
                Ok(Answer::Number(0))
            }
            op::READ => {
                let (n, _) = natural(data)?;
                let bytes = self.read(self.position, n)?;
                self.position += bytes.len();
                Ok(Answer::Data(bytes))
            }
            op::PREAD => {
                let (at, rest) = natural(data)?;
                Ok(Answer::Data(self.read(at, natural(rest)?.0)?))
            }
            op::WRITE => {
                self.write(self.position, data)?;
                self.position += data.len();
                Ok(Answer::Number(data.len()))
            }
            op::PWRITE => {
                let (at, data) = natural(data)?;
                self.write(at, data)?;
                Ok(Answer::Number(data.len()))
            }
            op::SEEK => {
                let (offset, rest) = number(data)?;
                let base = match number(rest)?.0 {
                    0 => 0,
                    1 => self.position,
                    2 => self.bytes.len(),
                    _ => return Err(libc::EINVAL),
                };
                let position = base as i64 + i64::from(offset);
                self.position = usize::try_from(position).map_err(|_| libc::EINVAL)?;
                Ok(Answer::Number(self.position))
            }
            op::TRUNCATE => {
                if self.modes & MODE_WRITE == 0 {
                    return Err(libc::EACCES);
                }
                self.check_size(self.position)?;
                self.bytes.resize(self.position, 0);
                Ok(Answer::Ok)
            }
            op::GET => Ok(Answer::Data(self.bytes.clone())),
            op::SIZE => Ok(Answer::Number(self.bytes.len())),
            op::SYNC | op::DATA_SYNC | op::ADVISE | op::ALLOCATE => Ok(Answer::Ok),
            _ => Err(libc::EINVAL),
        }
    }

    fn check_size(&self, size: usize) -> Result<(), i32> {
        if size > LONGEST { Err(libc::EINVAL) } else { Ok(()) }
    }

    fn read(&self, at: usize, n: usize) -> Result<Vec<u8>, i32> {
        if self.modes & MODE_READ == 0 {
            return Err(libc::EBADF);
        }
        let rest = self.bytes.get(at..).unwrap_or_default();
        Ok(rest[..n.min(rest.len())].to_vec())
    }

    fn write(&mut self, at: usize, data: &[u8]) -> Result<(), i32> {
        if self.modes & MODE_WRITE == 0 {
            return Err(libc::EBADF);
        }
        let end = at + data.len();
        self.check_size(end)?;
        if data.is_empty() {
            return Ok(());
        }
        if end > self.bytes.len() {
            self.bytes.resize(end, 0);
        }
        self.bytes[at..end].copy_from_slice(data);
        Ok(())
    }
}

impl Driver for RamFile {
    fn name(&self) -> &'static str {
        "ram_file_drv"
    }

    fn locks_each_port(&self) -> bool {
        false
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let data = data.flat();
        let Some((&op, rest)) = data.split_first() else { return };
        let with_number = |kind: u8, n: usize| {
            let [a, b, c, d] = (n as u32).to_be_bytes();
            [kind, a, b, c, d]
        };
        match self.command(op, rest) {
            Ok(Answer::Ok) => core.deliver_with_header(&[answer::OK], None),
            Ok(Answer::Number(n)) => {
                core.deliver_with_header(&with_number(answer::NUMBER, n), None);
            }
            Ok(Answer::Data(bytes)) => {
                let header = with_number(answer::DATA, bytes.len());
                core.deliver_with_header(&header, Some(&bytes));
            }
            Err(n) => {
                let text = [&[answer::ERROR], errno::name(n).as_bytes()].concat();
                core.deliver_with_header(&text, None);
            }
        }
    }
}
