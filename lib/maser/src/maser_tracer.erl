%% A process that calls a tracer module with what the emulator tells: one for each module and state.
-module(maser_tracer).

-export([run/2, ask/5]).
%% It is its own error handler.
-export([undefined_function/3, undefined_lambda/3]).

run(Module, State) ->
    process_flag(error_handler, ?MODULE),
    put(tracer, Module),
    tell(Module, State).

tell(Module, State) ->
    receive
        check ->
            case leave() of
                true -> last(Module, State);
                false -> tell(Module, State)
            end;
        Other ->
            handle(Other, Module, State),
            tell(Module, State)
    end.

%% Nothing is told any more; what has been told already is not lost.
last(Module, State) ->
    receive
        Other ->
            handle(Other, Module, State),
            last(Module, State)
    after 0 ->
            ok
    end.

handle({trace, Tag, Tracee, Term, Options}, Module, State) ->
    {Asked, Enabled, Trace} = functions(Tag, Tracee),
    try
        case Module:(own(Module, Enabled, 3, enabled))(Asked, State, Tracee) of
            trace -> Module:(own(Module, Trace, 5, trace))(Tag, State, Tracee, Term, Options);
            discard -> ok;
            remove -> remove(Tracee)
        end
    catch
        _:_ -> remove(Tracee)
    end;
handle({delivered, Others, To, Message}, _, _) ->
    delivered(Others, To, Message);
handle(_, _, _) ->
    ok.

%% A module need not have functions of their own for some kinds of events.
own(Module, Name, Arity, Usual) ->
    case erlang:function_exported(Module, Name, Arity) of
        true -> Name;
        false -> Usual
    end.

%% The returns from a function are told if its calls are: a module is not asked about them.
functions(Tag, _) when Tag =:= send; Tag =:= send_to_non_existing_process ->
    {Tag, enabled_send, trace_send};
functions('receive', _) ->
    {'receive', enabled_receive, trace_receive};
functions(Tag, _) when Tag =:= call; Tag =:= return_to; Tag =:= return_from; Tag =:= exception_from ->
    {call, enabled_call, trace_call};
functions(Tag, _) when Tag =:= gc_minor_start; Tag =:= gc_minor_end;
                       Tag =:= gc_major_start; Tag =:= gc_major_end ->
    {Tag, enabled_garbage_collection, trace_garbage_collection};
functions(Tag, Tracee) when Tag =:= in; Tag =:= out; Tag =:= in_exiting; Tag =:= out_exiting;
                            Tag =:= out_exited ->
    case is_port(Tracee) of
        true -> {Tag, enabled_running_ports, trace_running_ports};
        false -> {Tag, enabled_running_procs, trace_running_procs}
    end;
functions(seq_trace, _) ->
    {seq_trace, enabled, trace};
functions(Tag, Tracee) when is_port(Tracee) ->
    {Tag, enabled_ports, trace_ports};
functions(Tag, _) ->
    {Tag, enabled_procs, trace_procs}.

delivered([], To, Message) ->
    To ! Message;
delivered([Tracer | Others], To, Message) ->
    case is_process_alive(Tracer) of
        true -> Tracer ! {delivered, Others, To, Message};
        false -> delivered(Others, To, Message)
    end.

remove(Tracee) ->
    remove(Tracee, self()).

%% Another tracer is to be told of these, instead of a module: it may be, if the module has gone or does
%% not want to be told any more. Then the change of flags in the session goes on.
ask(Tracees, Session, Who, How, Flags) ->
    _ = [wants(Module, State, Tracee) orelse remove(Tracee, Tracer)
         || {Tracee, {Module, State}, Tracer} <- Tracees],
    trace(Session, Who, How, Flags).

wants(Module, State, Tracee) ->
    try
        erlang:module_loaded(Module) andalso
            lists:member(Module:enabled(trace_status, State, Tracee), [trace, discard])
    catch
        _:_ -> false
    end.

%% A module that has been taken away is not loaded again by what it would have been told.
undefined_function(Module, Function, Args) ->
    case get(tracer) of
        Module -> error(undef);
        _ -> error_handler:undefined_function(Module, Function, Args)
    end.

undefined_lambda(Module, Fun, Args) ->
    error_handler:undefined_lambda(Module, Fun, Args).

%% Whether nobody is traced by the caller any more, and nobody will be.
leave() ->
    erlang:nif_error(not_on_maser, []).

%% A tracer is not told of somebody any more.
remove(_, _) ->
    erlang:nif_error(not_on_maser, []).

trace(_, _, _, _) ->
    erlang:nif_error(not_on_maser, []).
