//! Files in memory: commands and answers of the protocol.

mod common;

use common::{a, open, owner, receive};
use vm::port::commands::{self, Commanded};

#[test]
fn protocol() {
    let p = &mut owner();
    let port =
        open(p, p.heap().tuple(&[a("spawn"), p.heap().string("ram_file_drv")]), &[a("binary")]);
    let mut check = |command: &[u8], expected: &str| {
        let data = p.heap().binary(command);
        assert_eq!(commands::command(p, port, data, false, false), Commanded::Done);
        assert_eq!(receive(p), format!("{{P,{{data,{expected}}}}}"), "{command:?}");
    };
    let ok = "\"\\0\"";
    let number = |n: u8| format!("\"\\u{{3}}\\0\\0\\0\\u{{{n}}}\"").replace("\\u{0}", "\\0");
    check(&[2, 0, 0, 0, 9], "\"\\u{1}ebadf\"");
    check(b"\x01\0\0\0\x03hello world", &number(0));
    check(b"\x02\0\0\0\x05", "[2,0,0,0,5]");
    check(b"\x03\0\0\0\x06\0\0\0\0", &number(6));
    check(b"\x04W", &number(1));
    check(b"\x12\0\0\0\x0bXY", &number(2));
    check(b"\x25", "\"\\u{3}\\0\\0\\0\\r\"");
    check(&[14], ok);
    check(b"\x25", "\"\\u{3}\\0\\0\\0\\u{7}\"");
    check(b"\x03\xff\xff\xff\xff\0\0\0\0", "\"\\u{1}einval\"");
}
