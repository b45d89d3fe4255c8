%% wings: two libraries of its own for picking and tesselating, both without a window.
-module(lib_wings).
-export([main/0]).

main() ->
    io:format("~p~n", [code:ensure_loaded(wings_pick_nif)]),
    %% A triangle and a rectangle in the middle of what is seen; the matrix picks what is there.
    Matrix = {1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0},
    io:format("~p~n", [catch wings_pick_nif:matrix(Matrix, Matrix)]),
    io:format("~p~n", [[wings_pick_nif:cull(C) || C <- [true, false]]]),
    io:format("~p~n", [[wings_pick_nif:front_face(F) || F <- [cw, ccw]]]),
    Floats = << <<X:32/float-native>> || X <- [-0.5, -0.5, 0.0,  0.5, -0.5, 0.0,  0.0, 0.5, 0.0] >>,
    Far = << <<X:32/float-native>> || X <- [5.0, 5.0, 0.0,  6.0, 5.0, 0.0,  5.0, 6.0, 0.0] >>,
    wings_pick_nif:cull(false),
    io:format("~p~n", [[wings_pick_nif:faces({12, <<(binary:copy(B, 20))/binary>>}, One) || B <- [Floats, Far, <<>>], One <- [true, false]]]),
    io:format("~p~n", [[catch wings_pick_nif:vertices([{1, {0.0, 0.0, 0.0}}, {2, {9.0, 0.0, 0.0}}])]]),
    io:format("~p~n", [[catch wings_pick_nif:edges(E) || E <- [[{1, {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}}}, {2, {{8.0, 8.0, 0.0}, {9.0, 9.0, 0.0}}}], []]]]),
    io:format("~p~n", [wings_pick_nif:pick_matrix(10.0, 20.0, 5.0, 5.0, {0, 0, 100, 100})]),
    io:format("~p~n", [code:ensure_loaded(wings_glu_tess)]),
    Points = [{0.0,0.0,0.0}, {4.0,0.0,0.0}, {4.0,4.0,0.0}, {2.0,1.0,0.0}, {0.0,4.0,0.0}],
    io:format("~p~n", [catch wings_glu_tess:triangulate({0.0, 0.0, -1.0}, Points)]),
    io:format("~p~n", [catch wings_glu_tess:triangulate({0.0, 0.0, 1.0}, Points)]),
    Many = [{math:cos(A / 50) * (1 + A rem 3), math:sin(A / 50) * (1 + A rem 3), 0.0} || A <- lists:seq(0, 313)],
    io:format("~p~n", [erlang:phash2(catch wings_glu_tess:triangulate({0.0, 0.0, 1.0}, Many))]).
