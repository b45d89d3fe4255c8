# For scripts that type into a terminal, tmux's, and look at what it shows.
terminals=0
tmux_() { tmux -S "tmux$terminals" -f /dev/null "$@"; }

# opens COMMAND: in a terminal; whatever its status is, is shown at its end.
opens() {
    # A server of its own: the last one may not have gone yet.
    terminals=$((terminals + 1)) lost=
    # Ctrl-C goes to this script too, which has to live on for the last line.
    printf '%s\n' "trap : INT" "$1" 'echo "status $?"' "exec sleep 60" > opens.sh
    tmux_ new-session -d -x 100 -y 60 "sh opens.sh"
}

keys() { tmux_ send-keys "$@"; }
# types TEXT: and an Enter, when the text is on the screen. Keys that come with the Enter before them may be lost, so
# that Enter must have been heeded: the line that `last` waits for may be one from before.
types() {
    tmux_ send-keys -l -- "$1"
    waits "typed $1" 'screen | grep . | tail -n 1 | grep -q -F -- "$wanted"' "$1"
    keys Enter
}
screen() { tmux_ capture-pane -p -J; }

# shown PATTERN: waits until a line of the screen is like that; last PATTERN: until the last one is.
shown() { waits "shown $1" 'screen | grep -q -- "$wanted"' "$1"; }
last() { waits "last $1" 'screen | grep . | tail -n 1 | grep -q -x -- "$wanted *"' "$1"; }
# Waits until the cursor is at the left margin: the line that was typed has been taken. Keys that come with it are lost.
at_margin() { waits "at the margin" '[ "$(tmux_ display-message -p "#{cursor_x}")" = 0 ]' ""; }
waits() {
    [ -z "$lost" ] || return
    wanted=$3 until=$(($(date +%s) + 20))
    until eval "$2"; do
        [ "$(date +%s)" -lt $until ] || { echo "not $1:"; screen | grep .; lost=yes; return; }
        sleep 0.02
    done
}

# Shows all that was on the screen but for blank lines and the banner, and ends the terminal.
closes() {
    shown "^status"
    screen | grep . | grep -v "^Erlang/OTP \|^Eshell V"
    tmux_ kill-server
}
