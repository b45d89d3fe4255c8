%% While a program holds changes of code back, nobody's takes place; then they do.
%% not blessed on OTP 27 29: later ones have no such state.
-module(changes_held_back).
-export([main/0, f/0]).

f() -> ok.

main() ->
    %% The access to the emulator's inside is logged.
    ok = logger:set_primary_config(level, none),
    erts_debug:set_internal_state(available_internal_state, true),
    %% All modules that are needed meanwhile are loaded by this.
    io:format("~p~n", [erts_debug:get_internal_state(reds_left) > 0]),
    true = erts_debug:set_internal_state(code_write_permission, true),
    Me = self(),
    Changes = [{delete, fun() -> erlang:delete_module(no_such_module) end},
               {pattern, fun() -> erlang:trace_pattern({?MODULE, f, 0}, true, [local]) end},
               {trace, fun() -> erlang:trace(Me, true, [call]) end}],
    [spawn_link(fun() -> Me ! {Name, Change()} end) || {Name, Change} <- Changes],
    receive Early -> io:format("early: ~p~n", [Early]) after 300 -> io:format("none~n") end,
    io:format("~p~n", [erts_debug:set_internal_state(code_write_permission, false)]),
    [receive {Name, Result} -> io:format("~p: ~p~n", [Name, Result]) end || {Name, _} <- Changes],
    erlang:trace_pattern({?MODULE, f, 0}, false, [local]),
    erts_debug:set_internal_state(available_internal_state, false).
