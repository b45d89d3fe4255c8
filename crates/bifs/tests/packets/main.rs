//! Streams of packets, cut at arbitrary places: what the fuzzer looks for, over a fixed set.

mod property;

/// A generator of numbers that needs no crate.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Pieces that packets of some kind are made of.
const SEEDS: &[&[u8]] = &[
    b"\x03abc",
    b"\x00\x03abc\x00\x00",
    b"\x00\x00\x00\x03abc",
    b"\x80\x00\x00\x02de",
    b"\x30\x03\x01\x02\x03",
    b"\x1f\x81\x01\x02\x07\x08",
    b"\x30\x82\x00\x02\x05\x06",
    b"\x30\x84\xff\xff\xff\xff",
    b"GIOP\x01\x00\x00\x00\x00\x00\x00\x03abc",
    b"GIOP\x01\x00\x01\x00\x02\x00\x00\x00de",
    b"\x01\x02\x00\x03\x00\x04\x02\x00abcdXX",
    b"\x03\x00\x00\x07abc",
    b"\x03\x00\x00\x00",
    b"line\n",
    b"line\r\n",
    b"\n",
    b"\r\n",
    b"\x00",
    b"GET / HTTP/1.1\r\n",
    b"GET http://host:80/path HTTP/1.0\n",
    b"OPTIONS * HTTP/9.9\r\n",
    b"odd thing",
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.0 -1\r\n",
    b"Host: x\r\n",
    b"content-LENGTH:  7 \r\n",
    b"X-Y: a\r\n b\r\n\tc\r\n",
    b"no colon\r\n",
    b"\x16\x03\x01\x00\x03abc",
    b"\x80\x05\x01\x03\x00\x07\x08",
    b"\x80\x00\x01\x03\x00",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
];

/// A stream made of pieces, some of them damaged.
fn stream(random: &mut Random, into: &mut Vec<u8>) {
    for _ in 0..random.below(6) {
        let from = into.len();
        into.extend(SEEDS[random.below(SEEDS.len())]);
        match random.below(4) {
            0 => {
                let at = from + random.below(into.len() - from);
                into[at] = random.below(256) as u8;
            }
            1 => into.truncate(from + random.below(into.len() - from)),
            _ => {}
        }
    }
}

#[test]
fn pieces_do_not_matter() {
    let mut random = Random(7);
    for round in 0..200_000_u32 {
        let mut input = vec![round as u8];
        for _ in 0..2 {
            input.push(if random.below(3) == 0 { random.below(128) as u8 } else { 255 });
        }
        input.push(random.below(20) as u8);
        stream(&mut random, &mut input);
        property::check(&input);
    }
}

#[test]
fn any_bytes_will_do() {
    let mut random = Random(11);
    for _ in 0..50_000 {
        let len = random.below(60);
        let input: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
        property::check(&input);
    }
}
