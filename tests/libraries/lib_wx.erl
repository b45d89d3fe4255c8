%% wx and gl under a virtual display: frames and controls with events, images, a window of OpenGL, observer.
-module(lib_wx).
-export([main/0]).
-include_lib("wx/include/wx.hrl").
-include_lib("wx/include/gl.hrl").

main() ->
    process_flag(trap_exit, true),
    Wx = wx:new(),
    io:format("~p ~p~n", [wx:is_null(Wx), wx:is_null(wx:null())]),
    controls(Wx),
    images(),
    canvas(Wx),
    io:format("~p~n", [tried(fun() -> wxFrame:setTitle(wx:null(), "x") end)]),
    io:format("~p~n", [wx:destroy()]),
    observed().

controls(Wx) ->
    Frame = wxFrame:new(Wx, ?wxID_ANY, "a title", [{size, {400, 300}}]),
    Panel = wxPanel:new(Frame),
    Sizer = wxBoxSizer:new(?wxVERTICAL),
    Button = wxButton:new(Panel, 1001, [{label, "press"}]),
    Text = wxTextCtrl:new(Panel, 1002, [{value, "first"}]),
    List = wxListBox:new(Panel, 1003, [{choices, ["one", "two", "three"]}]),
    Check = wxCheckBox:new(Panel, 1004, "check"),
    [wxSizer:add(Sizer, W, [{flag, ?wxEXPAND}]) || W <- [Button, Text, List, Check]],
    wxPanel:setSizer(Panel, Sizer),
    io:format("~p ~p ~p~n", [wxFrame:getTitle(Frame), wxFrame:getSize(Frame), wxButton:getLabel(Button)]),
    wxFrame:createStatusBar(Frame),
    wxFrame:setStatusText(Frame, "stat\x{fc}s"),
    Bar = wxMenuBar:new(),
    Menu = wxMenu:new(),
    wxMenu:append(Menu, 1010, "Item"),
    wxMenuBar:append(Bar, Menu, "Menu"),
    wxFrame:setMenuBar(Frame, Bar),
    io:format("~p ~p~n", [wxMenuBar:getLabel(Bar, 1010), wxMenu:getMenuItemCount(Menu)]),
    wxFrame:connect(Frame, command_text_updated),
    wxFrame:connect(Frame, command_button_clicked),
    wxFrame:connect(Frame, close_window),
    io:format("~p ~p~n", [wxFrame:show(Frame), wxFrame:isShown(Frame)]),
    wxTextCtrl:setValue(Text, "sec\x{f6}nd"),
    io:format("~p~n", [receive #wx{id = 1002, event = #wxCommand{type = T, cmdString = S}} -> {T, S} end]),
    io:format("~p ~p~n", [wxTextCtrl:getValue(Text), wxTextCtrl:getLastPosition(Text)]),
    io:format("~p ~p~n", [wxListBox:getCount(List), [wxListBox:getString(List, N) || N <- [0, 1, 2]]]),
    wxListBox:setSelection(List, 1),
    io:format("~p~n", [wxListBox:getStringSelection(List)]),
    wxCheckBox:setValue(Check, true),
    io:format("~p~n", [wxCheckBox:isChecked(Check)]),
    io:format("~p~n", [[tried(fun() -> wxFrame:setTitle(X, Y) end) || {X, Y} <- [{Button, "x"}, {Frame, a}, {a, "x"}]]]),
    %% Callbacks in processes of their own, and calls from many.
    Self = self(),
    wxFrame:connect(Frame, size, [{callback, fun(#wx{event = #wxSize{}}, _) -> Self ! sized end}]),
    wxFrame:setSize(Frame, {500, 350}),
    io:format("~p~n", [receive sized -> sized end]),
    Env = wx:get_env(),
    Ms = [spawn_monitor(fun() ->
        wx:set_env(Env),
        [wxTextCtrl:appendText(Text, "x") || _ <- lists:seq(1, 20)],
        exit(wxListBox:getString(List, N rem 3))
    end) || N <- lists:seq(1, 9)],
    io:format("~p~n", [[receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ms]]),
    io:format("~p~n", [wxTextCtrl:getLastPosition(Text)]),
    wx:batch(fun() -> [wxTextCtrl:setValue(Text, integer_to_list(N)) || N <- lists:seq(1, 50)] end),
    io:format("~p~n", [wxTextCtrl:getValue(Text)]),
    wxFrame:close(Frame),
    io:format("~p~n", [receive #wx{event = #wxClose{type = C}} -> C end]),
    wxFrame:destroy(Frame),
    io:format("~p~n", [tried(fun() -> wxFrame:getTitle(Frame) end)]).

images() ->
    Image = wxImage:new(4, 2, << <<N>> || N <- lists:seq(1, 24) >>),
    io:format("~p~n", [wxImage:getData(Image)]),
    Scaled = wxImage:scale(Image, 8, 4),
    io:format("~p ~p~n", [wxImage:getWidth(Scaled), byte_size(wxImage:getData(Scaled))]),
    Bitmap = wxBitmap:new(Image),
    Memory = wxMemoryDC:new(Bitmap),
    wxDC:setPen(Memory, wxPen:new({255, 0, 0})),
    wxDC:drawLine(Memory, {0, 0}, {4, 0}),
    wxMemoryDC:destroy(Memory),
    io:format("~p~n", [binary:part(wxImage:getData(wxBitmap:convertToImage(Bitmap)), 0, 6)]),
    [wxImage:destroy(I) || I <- [Image, Scaled]].

canvas(Wx) ->
    Frame = wxFrame:new(Wx, ?wxID_ANY, "gl", [{size, {100, 100}}]),
    Attributes = [{attribList, [?WX_GL_RGBA, ?WX_GL_DOUBLEBUFFER, 0]}],
    case catch wxGLCanvas:new(Frame, Attributes) of
        Canvas when element(1, Canvas) == wx_ref ->
            wxFrame:connect(Frame, show),
            wxFrame:show(Frame),
            receive #wx{event = #wxShow{}} -> ok end,
            Context = wxGLContext:new(Canvas),
            io:format("context ~p~n", [current(Canvas, Context, 50)]),
            gl:viewport(0, 0, 50, 50),
            gl:clearColor(0.25, 0.5, 1.0, 1.0),
            gl:clear(?GL_COLOR_BUFFER_BIT),
            io:format("~p ~p~n", [hd(gl:getIntegerv(?GL_MAX_LIGHTS)) >= 8, lists:sublist(gl:getIntegerv(?GL_VIEWPORT), 4)]),
            Memory = wx:create_memory(12),
            gl:readPixels(1, 1, 2, 2, ?GL_RGB, ?GL_UNSIGNED_BYTE, Memory),
            io:format("~p ~p~n", [gl:getError(), byte_size(wx:get_memory_bin(Memory))]),
            gl:matrixMode(?GL_MODELVIEW),
            gl:loadMatrixd({1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0}),
            io:format("~p~n", [lists:sublist(gl:getDoublev(?GL_MODELVIEW_MATRIX), 16)]),
            io:format("~p~n", [tried(fun() -> gl:clear(a) end)]),
            wxGLContext:destroy(Context);
        {'EXIT', _} ->
            io:format("no OpenGL~n")
    end,
    wxFrame:destroy(Frame).

%% The window may not be there yet.
current(Canvas, Context, N) ->
    case wxGLCanvas:setCurrent(Canvas, Context) of
        false when N > 0 -> timer:sleep(20), current(Canvas, Context, N - 1);
        Is -> Is
    end.

observed() ->
    io:format("~p~n", [observer:start()]),
    io:format("~p~n", [is_pid(whereis(observer))]),
    M = monitor(process, observer),
    io:format("~p~n", [observer:stop()]),
    io:format("~p~n", [receive {'DOWN', M, process, _, _} -> stopped end]).

tried(F) ->
    try F() of
        ok -> ok;
        _ -> returned
    catch
        C:R when is_tuple(R) -> {C, element(1, R)};
        C:R -> {C, R}
    end.
