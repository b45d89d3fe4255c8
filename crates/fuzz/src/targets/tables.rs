//! Whatever the files of the system and of OTP say that Maser reads, reading them ends.

use crate::random::Random;

/// A byte that says which file it is, and its text.
pub fn run(bytes: &[u8]) {
    let [kind, text @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(text);
    match kind % 3 {
        0 => {
            for protocol in [&b""[..], b"tcp"] {
                let _ = io::inet::services::find(&text, protocol, |port, names| {
                    assert!(!names.is_empty());
                    (port == 80).then_some(names.len())
                });
            }
        }
        1 => hugetext::smaps::parse(&text).iter().for_each(|m| {
            let _ = (m.is_code(), m.range());
        }),
        _ => drop(maser::otp::started_by_default(&text)),
    }
}

/// Lines of such a file.
pub fn make(random: &mut Random) -> Vec<u8> {
    const WORDS: [&str; 24] = [
        "http",
        "80/tcp",
        "53/udp",
        "70000/tcp",
        "/",
        "#",
        " ",
        "\t",
        "\n",
        "\n",
        "www",
        "-1/tcp",
        "7f0000000000-7f0000200000",
        "r-xp",
        "00200000",
        "fe:00",
        "17",
        "/opt/a b",
        "Rss:",
        "2048 kB",
        "AnonHugePages:",
        "Private_Hugetlb:",
        "18446744073709551615 kB",
        "13.1.5 25",
    ];
    let text: String = (0..random.small(20)).map(|_| [random.one(&WORDS), " "].concat()).collect();
    [vec![random.below(3) as u8], text.into_bytes()].concat()
}
