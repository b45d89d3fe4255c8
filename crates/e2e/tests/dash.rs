//! The dash in a browser: the data of each view is what the system itself says, at the sizes of a
//! phone and of a screen, by keyboard, in the light and in the dark.
//!
//! `DASH_PICTURES=DIR` keeps pictures of all views.

#[path = "dash/browser.rs"]
mod browser;

use browser::{Browser, Page};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// A system with something to see in each view: it says where its dash is, and what it knows.
const PROGRAM: &str = r#"
    {ok, Url} = maser:dash(),
    Waits = fun Waits() -> receive end_it -> Waits() end end,
    register(the_waiting_one, P = spawn(fun() -> put(a_key, {a, "value"}), Waits() end)),
    [P ! {message, N, <<"text">>} || N <- lists:seq(1, 7)],
    ets:new(a_table, [named_table, public]),
    ets:insert(a_table, [{N, lists:seq(1, 100)} || N <- lists:seq(1, 1234)]),
    persistent_term:put(a_persistent_term, lists:seq(1, 100)),
    Port = open_port({spawn, "cat"}, [binary]),
    Port ! {self(), {command, <<"some bytes">>}},
    receive {Port, {data, <<"some bytes">>}} -> ok end,
    (fun Rest() -> {_, N} = process_info(P, reductions), erlang:yield(),
        case process_info(P, message_queue_len) of {_, 7} when N > 0 -> ok; _ -> Rest() end end)(),
    garbage_collect(P),
    Info = fun(Item) -> element(2, process_info(P, Item)) end,
    {links, []} = process_info(P, links),
    Facts = fun() -> [Url, pid_to_list(P),
        integer_to_list(Info(memory)), integer_to_list(Info(message_queue_len)),
        pid_to_list(Info(group_leader)), integer_to_list(ets:info(a_table, size)),
        integer_to_list(8 * ets:info(a_table, memory)), erlang:port_to_list(Port),
        atom_to_list(node()), integer_to_list(erlang:system_info(process_limit)),
        integer_to_list(length(erlang:loaded())), erlang:system_info(otp_release),
        integer_to_list(maps:get(count, persistent_term:info()))] end,
    spawn(fun() -> io:get_line(""), halt() end),
    % What is loaded for that is loaded before it is counted.
    io:format("~ts", [lists:map(fun(_) -> "" end, Facts())]),
    io:format("~ts", [lists:map(fun(Text) -> [Text, $\n] end, Facts())]),
    receive never -> ok end."#;

/// Such a system, and what it has said.
struct System {
    child: Child,
    input: Option<ChildStdin>,
    facts: Vec<String>,
}

/// The place of each fact.
#[derive(Copy, Clone)]
enum Fact {
    Url,
    Pid,
    Memory,
    Messages,
    Leader,
    Objects,
    TableBytes,
    Port,
    Node,
    Limit,
    Modules,
    Release,
    PersistentTerms,
}

impl System {
    fn start() -> System {
        let own = std::env::current_exe().expect("this program");
        let maser = own.ancestors().nth(2).expect("a target directory").join("maser");
        let mut child = Command::new(maser)
            .args(["+S", "2:2", "-noshell", "-eval", PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the workspace has been built");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let count = Fact::PersistentTerms as usize + 1;
        let facts: Vec<String> = output.lines().take(count).map_while(Result::ok).collect();
        assert_eq!(facts.len(), count, "{facts:?}");
        System { child, input, facts }
    }

    fn fact(&self, which: Fact) -> &str {
        &self.facts[which as usize]
    }

    fn number(&self, which: Fact) -> f64 {
        self.fact(which).parse().expect("a number")
    }

    fn end(mut self) {
        let mut input = self.input.take().expect("an input");
        input.write_all(b"end\n").expect("it runs");
        drop(input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

const VIEWS: [&str; 7] =
    ["overview", "processes", "tables", "ports", "nodes", "collections", "native"];

/// The text of the cells of a table's row that contains a text.
fn row(page: &mut Page<'_>, table: &str, containing: &str) -> Vec<String> {
    let rows = format!("[...document.querySelectorAll('#{table} tbody tr')]");
    let wanted = format!("r.textContent.includes({containing:?})");
    let found = page.wait(&format!(
        "(() => {{ const row = {rows}.find((r) => {wanted}); \
         return row ? [...row.cells].map((c) => c.textContent.trim()) : null; }})()"
    ));
    found.as_array().expect("cells").iter().map(|c| c.as_str().unwrap_or("").into()).collect()
}

/// A number with commas.
fn plain(text: &str) -> f64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

#[test]
fn the_page_says_what_the_system_says() {
    let Some(mut browser) = Browser::start() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let system = System::start();
    let mut page = browser.page();
    page.size(1280, 900, false);
    page.open(system.fact(Fact::Url));
    overview(&mut page, &system);
    processes(&mut page, &system);
    details(&mut page, &system);
    others(&mut page, &system);
    keys(&mut page);
    for (width, height) in [(390, 844), (1280, 900)] {
        sizes(&mut page, &system, width, height);
    }
    let complaints = page.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
    system.end();
    page.wait("document.getElementById('state').textContent.startsWith('No connection') || null");
}

fn overview(page: &mut Page<'_>, system: &System) {
    let node = system.fact(Fact::Node);
    page.wait(&format!("document.getElementById('title').textContent === {node:?} || null"));
    let address = page.wait("location.href");
    assert!(!address.to_string().contains("token"), "{address}");
    let release = format!("OTP {}", system.fact(Fact::Release));
    let facts = page.wait("document.getElementById('facts').textContent || null");
    assert!(facts.to_string().contains(&release), "{facts}");
    let processes = row(page, "counts", "processes");
    assert_eq!(plain(&processes[2]), system.number(Fact::Limit));
    assert!(plain(&processes[1]) > 20.0);
    assert_eq!(plain(&row(page, "counts", "modules")[1]), system.number(Fact::Modules));
    let persistent = row(page, "counts", "persistent terms");
    assert_eq!(plain(&persistent[1]), system.number(Fact::PersistentTerms));
    let schedulers = page.wait("document.querySelectorAll('#schedulers tbody tr').length");
    assert_eq!(schedulers, 2);
    let resident = page.wait("Number(document.querySelector('#memory td').dataset.value) || null");
    assert!(resident.as_f64().is_some(), "{resident}");
}

fn processes(page: &mut Page<'_>, system: &System) {
    page.go("processes");
    page.wait("document.querySelectorAll('#processes tbody tr').length > 20 || null");
    page.run(
        "const filter = document.getElementById('filter'); filter.value = 'the_waiting'; \
         filter.dispatchEvent(new Event('input'))",
    );
    page.wait("document.querySelectorAll('#processes tbody tr').length === 1 || null");
    let cells = row(page, "processes", "the_waiting_one");
    assert_eq!(cells[0], system.fact(Fact::Pid));
    assert_eq!(cells[4], "7");
    page.run("document.querySelector('#processes a').click()");
}

fn details(page: &mut Page<'_>, system: &System) {
    let of = |name: &str| {
        format!(
            "[...document.querySelectorAll('#process tr')]\
             .find((r) => r.cells[0].textContent === '{name}')?.cells[1].dataset.value ?? null"
        )
    };
    let number = |page: &mut Page<'_>, name: &str| {
        let value = page.wait(&of(name));
        value.as_str().and_then(|v| v.parse::<f64>().ok()).expect("a number")
    };
    assert_eq!(number(page, "memory"), system.number(Fact::Memory));
    assert_eq!(number(page, "messages"), system.number(Fact::Messages));
    let leader = row(page, "process", "group leader");
    assert_eq!(leader[1], system.fact(Fact::Leader));
    let messages = page.wait("document.querySelector('#messages')?.innerText ?? null").to_string();
    assert!(messages.contains("{message,1,<<"), "{messages}");
    let text = page.wait("document.getElementById('main').textContent").to_string();
    assert!(text.contains("a_key: {a,"), "{text}");
    assert!(text.contains("erl_eval:receive_clauses"), "{text}");
}

fn others(page: &mut Page<'_>, system: &System) {
    page.go("tables");
    let table = row(page, "tables", "a_table");
    assert_eq!(table[4..], ["set", "public"]);
    assert_eq!(plain(&table[2]), system.number(Fact::Objects));
    let mib = system.number(Fact::TableBytes) / f64::from(1 << 20);
    assert!(table[1].ends_with(" MiB"), "{table:?}");
    let shown = plain(table[1].trim_end_matches(" MiB"));
    assert!((shown - mib).abs() < 0.01 * mib, "{shown} {mib}");
    page.go("ports");
    let port = row(page, "ports", "cat");
    assert_eq!(port[0], system.fact(Fact::Port));
    assert_eq!(port[2..5], ["10 B", "10 B", "0 B"]);
    page.go("nodes");
    let text = "document.getElementById('main').textContent.includes('not alive') || null";
    page.wait(text);
    page.go("collections");
    page.wait("document.querySelectorAll('#main svg rect').length > 10 || null");
    let minor = row(page, "pauses", "of what is new");
    assert!(plain(&minor[1]) > 0.0, "{minor:?}");
    page.go("native");
    row(page, "native", "lists");
    let modules = page.wait("document.querySelectorAll('#native tbody tr').length || null");
    assert_eq!(modules.as_f64(), Some(system.number(Fact::Modules)));
}

fn keys(page: &mut Page<'_>) {
    page.key("1");
    page.wait("location.hash === '#overview' || null");
    page.key("2");
    page.wait("location.hash === '#processes' && document.querySelector('#filter') && 1");
    page.key("/");
    page.wait("document.activeElement.id === 'filter' || null");
    page.key("Escape");
    page.wait("document.activeElement.id !== 'filter' || null");
    page.key("p");
    page.wait("document.getElementById('state').textContent === 'Paused.' || null");
    page.key("p");
    page.wait("document.getElementById('state').textContent === '' || null");
}

/// No view is wider than the window, nor has texts without contrast in the dark.
fn sizes(page: &mut Page<'_>, system: &System, width: u32, height: u32) {
    page.size(width, height, width < 500);
    let process = format!("process/{}", system.fact(Fact::Pid));
    for view in VIEWS.into_iter().chain([process.as_str()]) {
        page.go(view);
        page.wait(
            "document.querySelector('#main section table') || \
                   document.getElementById('main').textContent.includes('not alive') ? 1 : null",
        );
        let wide = page.wait("document.documentElement.scrollWidth");
        assert!(wide.as_f64() <= Some(f64::from(width)), "{view}: {wide} of {width}");
        for dark in [false, true] {
            page.dark(dark);
            if let Some(dir) = std::env::var_os("DASH_PICTURES") {
                let name = view.split('/').next().unwrap_or_default();
                let kind = if dark { "dark" } else { "light" };
                page.picture(&Path::new(&dir).join(format!("{name}-{width}-{kind}.png")));
            }
        }
        page.dark(false);
    }
}
