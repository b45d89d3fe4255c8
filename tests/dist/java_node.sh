# The answers that a node in Java, by jinterface, gets from a node of the command $node.

prepares() {
    "$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_c.erl"
    command -v javac > /dev/null || { echo "skipped: there is no compiler for Java"; return 1; }
    # The classes of jinterface, or their sources.
    jar=$(ls "$OTP_ROOT"/lib/jinterface-*/priv/OtpErlang.jar 2> /dev/null)
    sources=$(ls -d "$OTP_ROOT"/lib/jinterface-*/java_src 2> /dev/null)
    [ -n "$jar$sources" ] || { echo "skipped: there is no jinterface"; return 1; }
    javac -nowarn -d java ${jar:+-cp "$jar"} ${sources:+-sourcepath "$sources"} "$TESTS/dist/JavaNode.java" \
        > javac.log 2>&1 || { cat javac.log; return 1; }
}

talks() {
    a_node others -s dist_c
    timeout 60 java -Dfile.encoding=UTF-8 -XX:TieredStopAtLevel=1 -cp "../java${jar:+:$jar}" JavaNode \
        "others@$host" dist || echo "status $?"
    end others
}
