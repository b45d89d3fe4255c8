%% A process that calls a tracer module with what the emulator tells: one for each module and state.
-module(maser_tracer).

-export([run/2]).

run(Module, State) ->
    receive
        check ->
            case leave() of
                true -> last(Module, State);
                false -> run(Module, State)
            end;
        Other ->
            handle(Other, Module, State),
            run(Module, State)
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
    try
        case Module:enabled(Tag, State, Tracee) of
            trace -> Module:trace(Tag, State, Tracee, Term, Options);
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

delivered([], To, Message) ->
    To ! Message;
delivered([Tracer | Others], To, Message) ->
    case is_process_alive(Tracer) of
        true -> Tracer ! {delivered, Others, To, Message};
        false -> delivered(Others, To, Message)
    end.

remove(Tracee) ->
    catch erlang:trace(Tracee, false, [all]).

%% Whether nobody is traced by the caller any more, and nobody will be.
leave() ->
    erlang:nif_error(not_on_maser, []).
