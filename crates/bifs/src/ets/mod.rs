//! Built-ins of the module `ets`.

mod info;
mod objects;
pub(crate) mod select;
mod tables;

use term::{Atom, Term, am};
use vm::bif::{BifRow, Exception, Other, row};
use vm::ets::{Need, Refusal, Table, Watch};
use vm::process::Running;

/// Rows of the table of built-ins.
pub const ROWS: &[BifRow] = &[
    row("ets", "new", 2, tables::new_2),
    row("ets", "delete", 1, tables::delete_1),
    row("ets", "rename", 2, tables::rename_2),
    row("ets", "whereis", 1, tables::whereis_1),
    row("ets", "give_away", 3, tables::give_away_3),
    row("ets", "setopts", 2, tables::setopts_2),
    row("ets", "safe_fixtable", 2, tables::safe_fixtable_2),
    row("ets", "internal_request_all", 0, tables::internal_request_all_0),
    row("ets", "info", 1, info::info_1),
    row("ets", "info", 2, info::info_2),
    row("ets", "insert", 2, objects::insert_2),
    row("ets", "insert_new", 2, objects::insert_new_2),
    row("ets", "lookup", 2, objects::lookup_2),
    row("ets", "lookup_element", 3, objects::lookup_element_3),
    row("ets", "lookup_element", 4, objects::lookup_element_4).since(26),
    row("ets", "member", 2, objects::member_2),
    row("ets", "delete", 2, objects::delete_2),
    row("ets", "delete_object", 2, objects::delete_object_2),
    row("ets", "internal_delete_all", 2, objects::internal_delete_all_2),
    row("ets", "take", 2, objects::take_2),
    row("ets", "update_element", 3, objects::update_element_3),
    row("ets", "update_element", 4, objects::update_element_4).since(27),
    row("ets", "update_counter", 3, objects::update_counter_3),
    row("ets", "update_counter", 4, objects::update_counter_4),
    row("ets", "first", 1, objects::first_1),
    row("ets", "last", 1, objects::last_1),
    row("ets", "next", 2, objects::next_2),
    row("ets", "prev", 2, objects::prev_2),
    row("ets", "first_lookup", 1, objects::first_lookup_1).since(27),
    row("ets", "last_lookup", 1, objects::last_lookup_1).since(27),
    row("ets", "next_lookup", 2, objects::next_lookup_2).since(27),
    row("ets", "prev_lookup", 2, objects::prev_lookup_2).since(27),
    row("ets", "slot", 2, objects::slot_2),
    row("ets", "match", 1, select::select_1),
    row("ets", "match", 2, select::match_2),
    row("ets", "match", 3, select::match_3),
    row("ets", "match_object", 1, select::select_1),
    row("ets", "match_object", 2, select::match_object_2),
    row("ets", "match_object", 3, select::match_object_3),
    row("ets", "select", 1, select::select_1),
    row("ets", "select", 2, select::select_2),
    row("ets", "select", 3, select::select_3),
    row("ets", "select_reverse", 1, select::select_1),
    row("ets", "select_reverse", 2, select::select_reverse_2),
    row("ets", "select_reverse", 3, select::select_reverse_3),
    row("ets", "select_count", 2, select::select_count_2),
    row("ets", "select_replace", 2, select::select_replace_2),
    row("ets", "internal_select_delete", 2, select::internal_select_delete_2),
    row("ets", "is_compiled_ms", 1, select::is_compiled_ms_1),
    row("ets", "match_spec_compile", 1, select::match_spec_compile_1),
    row("ets", "match_spec_run_r", 3, select::match_spec_run_r_3),
    row("erlang", "match_spec_test", 3, select::match_spec_test_3),
    row("erts_internal", "ets_super_user", 1, tables::ets_super_user_1),
    row("erts_internal", "ets_raw_first", 1, info::ets_raw_first_1),
    row("erts_internal", "ets_raw_next", 2, info::ets_raw_next_2),
    row("erts_internal", "ets_lookup_binary_info", 2, info::ets_lookup_binary_info_2),
];

/// `badarg` with the `cause` that explains it.
fn cause<'h>(cause: Atom) -> Exception<'h> {
    Exception::Other(Box::new(Other::ErrorCause(Term::atom(am::BADARG), Term::atom(cause))))
}

/// The table that a term means, if the process may do with it what it needs to.
#[inline]
fn table<'g, 'h>(
    p: &Running<'_>,
    id: Term<'g>,
    need: Need,
    watch: &'g Watch,
) -> Result<&'g Table, Exception<'h>> {
    Table::of(p, id, need, watch).map_err(|refusal: Refusal| cause(refusal.atom()))
}

/// `what`, which has been found in a table, or the refusal if the table has been deleted in the
/// meantime: then something may have been missing.
#[inline]
fn found<'h>(t: &Table, what: Term<'h>) -> Result<Term<'h>, Exception<'h>> {
    if t.is_alive() { Ok(what) } else { Err(cause(am::ID)) }
}
