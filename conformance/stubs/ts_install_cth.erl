%% The hook of OTP's suites that builds what they need, which is there already, and names nodes.
-module(ts_install_cth).
-export([id/1, init/2, pre_init_per_suite/3, pre_init_per_testcase/4]).

id(_) -> ?MODULE.

init(_, Options) -> {ok, proplists:get_value(nodenames, Options, 0)}.

%% The cases of other modules that a suite names have nothing but what the suite was given.
pre_init_per_suite(_, Config, N) -> {named(Config, N), N}.

pre_init_per_testcase(_, _, Config, N) -> {named(Config, N), N}.

named(Config, N) ->
    [_, Host] = string:lexemes(atom_to_list(node()), "@"),
    Name = fun(I) -> list_to_atom(lists:concat(["test_", os:getpid(), "_", I, "@", Host])) end,
    [{nodenames, [Name(I) || I <- lists:seq(1, N)]} | lists:keydelete(nodenames, 1, Config)].
