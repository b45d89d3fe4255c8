%% esdl: a large driver with threads and conditions; SDL itself with its dummy drivers for picture and sound.
-module(lib_esdl).
-export([main/0]).

main() ->
    %% SDL_INIT_VIDEO, and no parachute of its own for signals.
    Sdl = sdl:init(16#20 bor 16#100000),
    io:format("~p ~p~n", [is_tuple(Sdl) orelse is_port(Sdl) orelse is_pid(Sdl), sdl:getError()]),
    io:format("~p~n", [sdl_video:videoDriverName()]),
    Surface = sdl_video:setVideoMode(64, 48, 32, 0),
    io:format("~p~n", [element(1, Surface)]),
    io:format("~p~n", [sdl_video:wm_setCaption("a title", "an icon")]),
    io:format("~p~n", [sdl_video:fillRect(Surface, {sdl_rect, 1, 2, 10, 11}, 16#ff0000)]),
    io:format("~p~n", [sdl_video:mapRGB(Surface, 1, 2, 3)]),
    io:format("~p~n", [sdl_video:flip(Surface)]),
    io:format("~p~n", [sdl_events:pollEvent()]),
    io:format("~p~n", [sdl_keyboard:getKeyName(97)]),
    io:format("~p~n", [sdl_keyboard:getModState()]),
    io:format("~p~n", [sdl_mouse:showCursor(false)]),
    Memory = sdl_util:alloc(1000, 16#1400),
    io:format("~p~n", [sdl_util:write(Memory, 0, lists:seq(1, 10))]),
    io:format("~p~n", [sdl_util:read(Memory, 10)]),
    io:format("~p~n", [byte_size(sdl_util:getBin(Memory))]),
    io:format("~p~n", [sdl:quit()]).
