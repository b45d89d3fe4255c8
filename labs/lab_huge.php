<?php
// Many functions of the interpreter: texts, arrays, sorting, regular expressions, formats.
function round_of($n) {
    $words = [];
    for ($i = 0; $i < $n; $i++) {
        $words[] = sprintf("%s-%05d", substr(md5((string)$i), 0, 8), $i % 977);
    }
    sort($words);
    $counts = [];
    foreach ($words as $word) {
        if (preg_match('/^([0-9a-f]+)-0*(\d+)$/', $word, $m)) {
            $key = ucfirst(strrev($m[1])) . str_pad($m[2], 4, '*', STR_PAD_LEFT);
            $counts[strlen($key) % 7][] = $key;
        }
    }
    $text = json_encode($counts);
    $back = json_decode($text, true);
    usort($back[array_key_first($back)], fn($a, $b) => strcmp($b, $a));
    return crc32(serialize($back) . implode(',', array_map('strtoupper', $words)));
}
$sum = 0;
for ($i = 0; $i < (int)$argv[1]; $i++) $sum ^= round_of(20000);
echo $sum, "\n";
