//! Whatever words a command line or a variable has, reading the flags among them ends in flags or in
//! one line that says what is wrong.

use crate::random::Random;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// Words, one a line.
pub fn run(bytes: &[u8]) {
    let words: Vec<OsString> =
        bytes.split(|b| *b == b'\n').map(|word| OsString::from_vec(word.to_vec())).collect();
    if let Err(why) = maser::flags::check(&words) {
        assert!(!why.contains('\n'), "{why}");
    }
    // All that variables say is split, and what stands behind `-extra` stays behind everything.
    let origin = maser::start::Origin {
        root: "/otp".into(),
        bindir: "/otp/bin".into(),
        emulators: "/otp/bin".into(),
        emu: "beam".into(),
        progname: "erl".into(),
        release: 25,
        front: None,
        env: Vec::new(),
    };
    let variables = |name: &str| (name == "ERL_FLAGS").then(|| OsString::from_vec(bytes.to_vec()));
    if let Ok(Some(argv)) = maser::start::argv(&origin, &words, &variables) {
        assert!(argv.iter().filter(|word| *word == "--").count() >= 3);
    }
    let texts: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    for (i, word) in texts.iter().enumerate() {
        let next = texts.get(i + 1).map(|word| &**word);
        let flag = word.strip_prefix('+').unwrap_or(word);
        let _ = flags::behind(flag);
        match flags::read(flag, next) {
            Ok((setting, used)) => {
                assert!(!used || next.is_some());
                // What it is called is a flag.
                let name = setting.name;
                assert!(name == "M" || flags::FLAGS.iter().any(|row| row.name == name));
            }
            Err(why) => assert!(!why.contains('\n'), "{why}"),
        }
        let _ = flags::number(word);
        if let Some(next) = next {
            let _ = flags::check_value(flag, next);
        }
        let _ = tune::parse(word);
    }
}

/// Names of flags and values.
pub fn make(random: &mut Random) -> Vec<u8> {
    const VALUES: [&str; 26] = [
        "",
        "1",
        "0",
        "-1",
        "1024",
        "4:2",
        "16:",
        ":3",
        "true",
        "false",
        "auto",
        "default",
        "u",
        "99999999999999999999",
        "2147483648",
        "0x10",
        "7k",
        "i",
        "db",
        "ts",
        "no_spin",
        "u0-3c0t0",
        "L0-1:N2",
        "--",
        "-extra",
        "bt=1",
    ];
    let word = |random: &mut Random| match random.below(5) {
        0 => random.one(&VALUES).to_string(),
        1 => ["-emu_type", "-env", "-name", "-extra", "-emu_flavor", "-x", "--"][random.below(7)]
            .into(),
        2 => {
            format!("+M{}", random.one(&["Mb", "Bas aobf", "uycs2000", "ea min", "rg", "It", "t"]))
        }
        _ => {
            let row = &flags::FLAGS[random.below(flags::FLAGS.len())];
            format!("+{}{}", row.name, random.one(&VALUES))
        }
    };
    let words: Vec<_> = (0..random.small(8)).map(|_| word(random)).collect();
    let mut text = words.join("\n").into_bytes();
    if random.once_in(3) {
        crate::texts::damage(&mut text, random);
    }
    text
}
