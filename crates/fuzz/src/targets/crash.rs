//! Crash dumps: whatever a file says that begins as one, its summary ends, and the text of its
//! processes.

use crate::random::Random;

/// A dump.
pub fn run(bytes: &[u8]) {
    maser::crash::everything(bytes);
}

const LINES: [&str; 58] = [
    "=scheduler:1",
    "=dirty_cpu_run_queue",
    "Current Process: <0.9.0>",
    "Current Process Internal State: ACTIVE | GC",
    "Current Process Program counter: 0x00007f2c1bb9a094 (timer:sleep/1 + 452)",
    "0x00007f2c1a1580a0:SReturn addr 0x1B1B9A094 (m:'a b'/1 + 8)",
    "Run Queue Normal Length: 18446744073709551615",
    "=memory",
    "total: 18446744073709551615",
    "processes: 99999999999999999999",
    "=index_table:atom_tab",
    "limit: 1",
    "=allocator:eheap_alloc[1]",
    "mbcs blocks[eheap_alloc] size: 8 9 9",
    "mbcs carriers size: 800000000 9 9",
    "=proc:<0.9.0>",
    "=proc:<0.10.0>",
    "=proc:<0.9.99999999999>",
    "State: Garbing",
    "Name: init",
    "Spawned as: proc_lib:init_p/5",
    "Message queue length: 5000",
    "Stack+heap: 18446744073709551615",
    "OldHeap: 1",
    "BinVHeap: 18446744073709551615",
    "Memory: 18446744073709551615",
    "Program counter: 0x0 (",
    "=port:#Port<0.1>",
    "Queue: 2000000",
    "Port controls linked-in driver: tcp_inet",
    "=ets:<0.9.0>",
    "Words: 18446744073709551615",
    "=visible_node:1",
    "Name: 'a@b'",
    "=proc_dictionary:<0.9.0>",
    "H10",
    "H18",
    "=proc_stack:<0.9.0>",
    "y0:H20",
    "y1:SCatch 0x7 (m:f/1 + 8)",
    "=proc_messages:<0.9.0>",
    "H20:N",
    "D1:A1:aE3:g2o=",
    "=proc_heap:<0.9.0>",
    "10:t2:AD:$initial_call,H28",
    "18:t2:AE:$process_label,H20",
    "20:lI104|H20",
    "28:t3:A1:m,A1:f,I2",
    "30:Mf2:H28:H30,N",
    "38:Mh2:2:H40,H38",
    "40:Mn1:H20",
    "48:Yc30:FFFFFFFFFFFFFFFF:FFFFFFFFFFFFFFFF",
    "50:Ys58:2:3",
    "58:Yh5:aGVsbG8=",
    "60:E23:g1oAA3cNbm9ub2RlQG5vaG9zdAAAAAAAAAABAAAAAgAAAAM=",
    "=literals",
    "=binary:30",
    "7FFFFFFFFFFFFFFF:aGVsbG8=",
];

/// Lines of a dump, in some order.
pub fn make(random: &mut Random) -> Vec<u8> {
    let mut text = String::from("=erl_crash_dump:0.5\nSat Nov 28 16:45:43 2026\nSlogan: a\n");
    for _ in 0..random.small(60) {
        text.push_str(random.one(&LINES));
        text.push_str(random.one(&["\n", "\n", "\n", "\n", "", ",", "\r\n"]));
    }
    text.push_str(random.one(&["=end\n", "", "=proc:<"]));
    text.into_bytes()
}
