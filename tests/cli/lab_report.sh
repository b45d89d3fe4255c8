# maser lab --report writes one page, well-formed, that needs nothing from elsewhere; failures are shown in it.
maser lab all --quick --emu maser --only "2:2: start 1" --only "2:2: p50" --only "leex" --report page.html > out; echo "status $?"; tail -1 out
ls *.html
grep -o '<h2>[^<]*' page.html
grep -c 'http:\|https:\|url(\|@import\|<script\|<link\| src=' page.html
grep -o 'How long calls take' page.html
well_formed() {
  if command -v xmllint > /dev/null; then xmllint --noout "$1"
  elif command -v python3 > /dev/null; then python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1"
  fi && echo "well-formed"
}
well_formed page.html
echo "== one lab, beside stock"
maser lab gc --quick --only sort --budget 1 --json gc.json --report gc.html > out; echo "status $?"
grep -o '"case": [^,]*' gc.json
grep -o '<th>stock</th>\|<th>maser</th>\|aria-label="Ratios of gc"' gc.html
well_formed gc.html
echo "== a failure"
maser lab sequential --emu maser --runs 1 --only collatz --size 0 --report bad.html > out; echo "status $?"; grep -c 'class="bad">maser: ' bad.html
echo "== wrong"
maser lab nosuch --report x.html; echo "status $?"
maser lab gc --report nosuch/x.html; echo "status $?"
