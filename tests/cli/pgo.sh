# Work that is measured, to compile an emulator for it.
maser pgo | head -1
maser pgo train; echo "exit $?"
maser pgo nonsense; echo "exit $?"
MASER_PROF_EMU=none maser pgo status; echo "exit $?"

# In place of an emulator that counts: one that says that it has run, and with what.
real=$(maser doctor | awk '$2 == "emulator" { print $3 }')
mkdir counting plain
cat > counting/maser-emu <<'END'
#!/bin/sh
case "$LLVM_PROFILE_FILE" in
    */data/maser-%4m.profraw) echo counts >> "${LLVM_PROFILE_FILE%/*}/one" ;;
esac
exec "$REAL" "$@"
END
chmod +x counting/maser-emu
export REAL=$real MASER_PROF_EMU=$PWD/counting/maser-emu
maser pgo status | tail -1
printed=$(maser pgo train -- erl -noshell -eval 'io:format("from the program"), halt(0).')
echo "printed: $printed"
maser pgo train -- maser -noshell -eval 'halt(3).'; echo "exit $?"
maser pgo status | tail -1

# One that does not count.
ln -s "$real" plain/maser-emu
export MASER_PROF_EMU=$PWD/plain/maser-emu
maser pgo train -- true; echo "exit $?"
maser pgo train -- /no/such/program; echo "exit $?"
