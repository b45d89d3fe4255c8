//! The cases of the lab of single operations, and how often each is done.

/// By area: how often, which takes some 60 ms on stock, and the operations that are done so often.
pub(super) const AREAS: &[(&str, &[(u64, &str)])] = &[
    (
        "terms",
        &[
            (
                20_000_000,
                "loop is_atom is_list is_tuple is_tagged_tuple is_binary is_bitstring is_map \
                 is_function_2 is_pid is_reference is_record in_range equal_atoms \
                 equal_integers less_integers less_floats select_atom select_integer \
                 select_sparse select_arity",
            ),
            (
                10_000_000,
                "is_integer is_float is_number is_boolean is_function equal_floats \
                 equal_binaries equal_tuples equal_references less_atoms maximum",
            ),
            (
                5_000_000,
                "equal_long_binaries equal_strings equal_maps equal_numbers less_binaries \
                 less_strings less_tuples less_mixed select_binary call_local call_external \
                 call_fun call_external_fun stack_frame try_of",
            ),
            (2_000_000, "call_variable apply_list make_fun"),
            (1_000_000, "throw_caught"),
            (200_000, "error_caught"),
            (100_000, "error_stacktrace"),
        ],
    ),
    (
        "numbers",
        &[
            (20_000_000, "add subtract rem band bor bxor bsl bsr bnot negate"),
            (
                10_000_000,
                "multiply div div_variable absolute float_multiply divide_integers truncate \
                 rounded floored",
            ),
            (
                5_000_000,
                "add_big add_bigs multiply_to_big float_add float_divide float_known \
                 integer_to_float square_root",
            ),
            (2_000_000, "power"),
            (1_000_000, "div_big"),
        ],
    ),
    (
        "lists",
        &[
            (20_000_000, "get_list get_tuple_element element"),
            (10_000_000, "length tuple_size"),
            (
                5_000_000,
                "put_list member keyfind keymember sum put_tuple set_element make_tuple \
                 append_element",
            ),
            (
                2_000_000,
                "append reverse nth last sort delete record_update list_to_tuple \
                 tuple_to_list",
            ),
            (1_000_000, "subtract_lists map fold comprehension sequence usort append_lists"),
            (500_000, "filter keysort zip"),
        ],
    ),
    (
        "maps",
        &[
            (20_000_000, "map_get"),
            (10_000_000, "map_get_3 map_get_integer map_has_key map_size maps_get_default"),
            (5_000_000, "map_get_key map_get_binary map_update map_create maps_find maps_remove"),
            (
                2_000_000,
                "map_get_large_integer map_update_2 map_update_3 map_assoc map_new_key \
                 map_assoc_key map_create_key map_assoc_large maps_put maps_take maps_merge \
                 maps_keys maps_values maps_to_list",
            ),
            (
                1_000_000,
                "map_get_large map_assoc_2 map_update_with maps_from_list maps_iterate \
                 maps_with",
            ),
            (500_000, "map_update_with_large maps_fold"),
            (200_000, "maps_map maps_filter"),
            (5_000, "maps_fold_large maps_merge_large"),
            (500, "maps_from_list_large"),
        ],
    ),
    (
        "binaries",
        &[
            (20_000_000, "byte_size"),
            (10_000_000, "make_float binary_at"),
            (
                5_000_000,
                "match_header match_little match_counted match_text match_utf8 match_rest \
                 make_integer make_header make_little make_bits make_utf8 make_with_text \
                 append_byte binary_part binary_copy binary_to_list iolist_size hash_atom",
            ),
            (
                2_000_000,
                "match_bits match_float append_text append_utf8 split_binary binary_copies \
                 list_to_binary characters_to_list hash_binary",
            ),
            (1_000_000, "make_joined make_large iolist_to_binary hash_tuple"),
            (500_000, "walk_words_50 binary_matches characters_to_binary"),
            (
                200_000,
                "walk_bytes_100 walk_utf8_100 binary_split binary_split_all binary_match \
                 binary_replace characters_to_list_100 crc32_1k",
            ),
            (
                100_000,
                "walk_ascii_utf8_100 walk_utf16_100 walk_bits_100 comprehension_to_list_100 \
                 binary_to_list_1k adler32_1k",
            ),
            (50_000, "comprehension_to_binary_100 binary_match_1k list_to_binary_1k"),
            (5_000, "md5_1k"),
        ],
    ),
    (
        "texts",
        &[
            (
                5_000_000,
                "integer_to_list integer_to_binary_16 list_to_integer binary_to_integer \
                 atom_to_binary",
            ),
            (
                2_000_000,
                "integer_to_binary binary_to_integer_20 float_to_binary_decimals atom_to_list \
                 binary_to_atom binary_to_existing_atom",
            ),
            (1_000_000, "float_to_binary_short binary_to_float list_to_atom"),
            (500_000, "big_to_binary pid_to_list"),
            (200_000, "float_to_list"),
            (100_000, "regexp"),
        ],
    ),
    (
        "external",
        &[
            (2_000_000, "encode_string encode_binary decode_integer"),
            (
                1_000_000,
                "encode_integer encode_atom encode_list encode_pid decode_atom decode_list \
                 decode_string decode_binary",
            ),
            (500_000, "decode_pid external_size"),
            (200_000, "encode_map encode_tuple decode_map decode_tuple"),
            (2_000, "encode_large_map"),
            (500, "decode_large_map"),
        ],
    ),
    (
        "processes",
        &[
            (10_000_000, "own_pid dictionary_get is_alive unique_integer"),
            (5_000_000, "process_flag group_leader make_reference"),
            (2_000_000, "dictionary_put whereis_name process_info_length"),
            (1_000_000, "receive_nothing"),
            (500_000, "send_receive send_receive_reference monitor_demonitor register_unregister"),
            (200_000, "link_unlink alias_unalias timer_cancelled"),
            (50_000, "spawn_end spawn_link_end echo_binary_1k"),
            (20_000, "echo_integer echo_list_of_maps server_call"),
        ],
    ),
    (
        "tables",
        &[
            (5_000_000, "persistent_get function_exported"),
            (
                2_000_000,
                "ets_lookup ets_lookup_element ets_member ets_update_counter \
                 ets_update_element ets_lookup_ordered ets_next_ordered atomics_add \
                 counters_add os_timestamp",
            ),
            (
                1_000_000,
                "ets_insert ets_insert_ordered monotonic_time system_time timestamp \
                 random_uniform",
            ),
            (500_000, "ets_insert_delete"),
            (200_000, "ets_match"),
            (2_000, "ets_select_1000"),
        ],
    ),
];
