//! Environment variables: those of the emulator, which programs read by `os:getenv/1`.

use crate::ffi::{Buffer, Text};
use crate::table::{Row, row};
use std::ffi::c_int;
use std::mem::MaybeUninit;
use vm::environment;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_getenv,
        "int(const char* key, char* value, size_t* value_size)",
        "2.9",
        "Reads an environment variable."
    ),
    row!(
        erl_drv_getenv,
        "int(const char *key, char *value, size_t *value_size)",
        "1.0",
        "Reads an environment variable."
    ),
    row!(
        erl_drv_putenv,
        "int(const char *key, char *value)",
        "1.0",
        "Sets an environment variable."
    ),
];

super::both! {
    /// Reads a variable: 0. Gives -1 if there is none, and 1 if the value and a zero take more than
    /// `size` bytes. `size` becomes the length of the value without the zero, or what is wanted.
    fn enif_getenv, erl_drv_getenv(key: Text, value: Buffer, size: &mut usize) -> c_int {
        let Some(found) = environment::get(key.bytes()) else { return -1 };
        let room = value.of_len(*size);
        if found.len() >= room.len() {
            *size = found.len() + 1;
            return 1;
        }
        for (to, &byte) in room.iter_mut().zip(found.iter().chain([&0])) {
            *to = MaybeUninit::new(byte);
        }
        *size = found.len();
        0
    }
}

/// Sets a variable: 0, or -1 if that cannot be its name.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_putenv(key: Text, value: Text) -> c_int {
    if !environment::is_name(key.bytes()) {
        return -1;
    }
    environment::set(key.bytes(), Some(value.bytes()));
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome of reading with so much room: the result, the size, and the bytes.
    fn read(key: &'static std::ffi::CStr, room: usize) -> (c_int, usize, Vec<u8>) {
        let (mut bytes, mut size) = (vec![b'#'; 10], room);
        let result = enif_getenv(Text::from(key), Buffer::to(&mut bytes), &mut size);
        (result, size, bytes)
    }

    #[test]
    fn variables_are_read_with_enough_room() {
        assert_eq!(read(c"NIF_TEST_NONE", 10), (-1, 10, b"##########".to_vec()));
        assert_eq!(erl_drv_putenv(Text::from(c"NIF_TEST"), Text::from(c"abc")), 0);
        assert_eq!(read(c"NIF_TEST", 10), (0, 3, b"abc\0######".to_vec()));
        assert_eq!(read(c"NIF_TEST", 4), (0, 3, b"abc\0######".to_vec()));
        assert_eq!(read(c"NIF_TEST", 3), (1, 4, b"##########".to_vec()));
        assert_eq!(read(c"NIF_TEST", 0), (1, 4, b"##########".to_vec()));
        assert_eq!(environment::get(b"NIF_TEST"), Some(b"abc".to_vec()));
        assert_eq!(erl_drv_putenv(Text::from(c"A=B"), Text::from(c"abc")), -1);
        assert_eq!(erl_drv_putenv(Text::from(c"NIF_TEST"), Text::from(c"")), 0);
        assert_eq!(read(c"NIF_TEST", 1), (0, 0, b"\0#########".to_vec()));
    }
}
