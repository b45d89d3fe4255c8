# Parts that the scripts of `maser lab systems` have in common. The lab gives:
#   UNDER     the command under which the system runs: none (stock), or `maser exec`
#   STOCK     stock's erl, for clients: they are the same on both sides
#   SIZE      how long the load lasts, in seconds
#   PORT      the first of ten ports that are free
#   PACKAGES  where packages are unpacked that are not installed; they stay
#   MODE      the case, where a script has several
#   LAB       the directory with these scripts and the labs' programs
# and takes from the output: `pid N` (a process of the system), `ready` (it has started),
# `begin`, `end N` (N requests were answered, rightly), `latency P50 P99 P99.9` in microseconds.
set -euo pipefail

# The directory below which the file FILE of a Debian package is: none if it is installed.
package() { # NAME FILE
    local to=$PACKAGES/$1
    if [ -e "/$2" ]; then return; fi
    if [ ! -e "$to/.whole" ]; then
        mkdir -p "$to"
        (cd "$to" && apt-get -qq download "$1" >&2 && dpkg-deb -x "$1"_*.deb . && touch .whole)
    fi
    echo "$to"
}

# Waits until a file has a line, as long as a process lives.
until_line() { # FILE TEXT PID
    until grep -q "$2" "$1" 2> /dev/null; do
        kill -0 "$3" 2> /dev/null || { cat "$1" >&2; return 1; }
        sleep 0.05
    done
}

# Waits until somebody listens at a port, as long as a process lives.
until_open() { # PORT PID
    until (: > "/dev/tcp/127.0.0.1/$1") 2> /dev/null; do
        kill -0 "$2" 2> /dev/null || { echo "it has ended before it listened" >&2; return 1; }
        sleep 0.02
    done
}

# Ends the daemon that knows the system's nodes by their names, once they are gone. It has a port of its own.
end_epmd() {
    local epmd
    for epmd in "$(dirname "$STOCK")"/../erts-*/bin/epmd; do "$epmd" -kill > /dev/null 2>&1 || true; done
}

# A key and a certificate of its own for localhost: key.pem, cert.pem.
certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -keyout key.pem -out cert.pem 2> /dev/null
}

# Loads with h2load for $SIZE seconds, after a warm-up of a quarter of that.
h2load_for() { # CLIENTS STREAMS ARGUMENT...
    local clients=$1 streams=$2
    shift 2
    h2load -c "$clients" -m "$streams" -t 1 -D $((SIZE / 4 + 1)) "$@" > /dev/null
    echo begin
    h2load -c "$clients" -m "$streams" -t 1 -D "$SIZE" --log-file=times.log "$@" > h2load.out
    # Requests that are under way at the end count as errors there.
    grep -q '2xx, 0 3xx, 0 4xx, 0 5xx' h2load.out || { cat h2load.out >&2; return 1; }
    echo "end $(sed -nE 's/^requests: .* ([0-9]+) succeeded.*/\1/p' h2load.out)"
    # The third word of a line is how long a request has taken, in microseconds.
    cut -f 3 times.log | sort -n | awk '{ t[NR] = $1 } END { print "latency", t[int(NR * .5) + 1],
        t[int(NR * .99) + 1], t[int(NR * .999) + 1] }'
}
