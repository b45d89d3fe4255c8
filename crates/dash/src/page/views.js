// The views: each makes elements of the figures that the server sends.

import { bars, bytes, el, few, lines, percent, whole } from "./plot.js";

/** The parts of the overview of the last two minutes. */
const history = [];

/** Keeps the parts of an overview of which there are lines. */
export function remember(o) {
  history.push(o);
  while (history.length > 0 && o.time_ms - history[0].time_ms > 130000) history.shift();
}

const over = (of) => history.map((o) => [o.time_ms, of(o)]);

const card = (title, ...content) => el("section", {}, el("h2", {}, title), content);

/** A table. A column is [head, class, (row) => content]. */
function table(name, columns, rows) {
  const row = (r) => el("tr", {}, columns.map(([, kind, of]) => {
    const content = of(r);
    return el("td", { class: kind, title: typeof content === "string" && content.length > 30 ? content : null },
      content);
  }));
  const head = columns.map(([text, kind]) =>
    el("th", { scope: "col", class: kind.includes("text") ? "text" : null }, text));
  return el("div", { class: "box", tabindex: "0", role: "region", "aria-label": name },
    el("table", { id: name }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows.map(row))));
}

/** A link to a process, if the text is a pid of this node. */
const process = (text) => /^<0\.\d+\.\d+>$/.test(text ?? "")
  ? el("a", { href: `#process/${encodeURIComponent(text)}` }, text) : text ?? "";

const bar = (part) => {
  const inner = el("i");
  inner.style.width = `${Math.min(100, 100 * part)}%`;
  return el("span", { class: "bar" }, inner);
};

const facts = (name, pairs) => el("div", { class: "box" }, el("table", { id: name, class: "facts" }, el("tbody", {},
  pairs.map(([what, value, raw]) => el("tr", {}, el("th", { scope: "row", class: "text" }, what),
    el("td", { class: "wrap", "data-value": raw }, value))))));

export const views = {
  overview: { title: "Overview", show: overview },
  processes: { title: "Processes", show: processes, asks: true },
  tables: { title: "Tables", show: tables },
  ports: { title: "Ports", show: ports },
  nodes: { title: "Nodes", show: nodes },
  collections: { title: "Collections", show: collections },
  native: { title: "Native code", show: native },
};

function overview(o) {
  const now = o.time_ms;
  const utilisation = o.schedulers.map((s, i) => ({
    name: `scheduler ${s.number}`, values: over((h) => h.schedulers[i]?.utilisation ?? 0) }));
  const shown = utilisation.length > 6
    ? [{ name: "all schedulers", values: over((h) => h.schedulers.reduce((n, s) => n + s.utilisation, 0) / h.schedulers.length) }]
    : utilisation;
  const memory = ["resident", "processes", "binary", "ets", "code"];
  const rates = ["reductions", "context_switches", "collections", "wake_ups"];
  const rate = (name, title, format = few) => card(title,
    lines(title, [{ name, values: over((h) => h.rates[name] ?? 0) }], { now, format, top: 10 }));
  return [
    el("div", { class: "grid" },
      card("Utilisation of schedulers", lines("Utilisation of schedulers", shown, { now, top: 1, format: percent })),
      card("Run queues", lines("Run queues", [{ name: "processes that wait",
        values: over((h) => h.schedulers.reduce((n, s) => n + s.run_queue, 0)) }], { now, top: 4 })),
      card("Memory", lines("Memory", memory.map((kind) =>
        ({ name: kind, values: over((h) => h.memory[kind]) })), { now, format: bytes })),
      rate("reductions", "Reductions a second"),
      card("Input and output a second", lines("Input and output", ["bytes_in", "bytes_out"].map((name) =>
        ({ name: name === "bytes_in" ? "read" : "written", values: over((h) => h.rates[name]) })), { now, format: bytes, top: 1024 })),
      rate("collections", "Collections a second")),
    card("Schedulers", table("schedulers", [
      ["", "text", (s) => `${s.number}${s.online ? "" : " (offline)"}`],
      ["utilisation", "", (s) => [bar(s.utilisation), " ", percent(s.utilisation)]],
      ["queue", "", (s) => whole(s.run_queue)],
      ["runs", "text code", (s) => s.runs ? process(s.runs) : s.asleep ? "asleep" : ""],
      ["switches", "", (s) => whole(s.switches)],
    ], o.schedulers),
    el("p", { class: "faint" }, `Dirty schedulers: ${dirty(o.dirty_cpu)} compute, ${dirty(o.dirty_io)} may block.`)),
    el("div", { class: "grid" },
      card("Memory by kind", facts("memory", Object.entries(o.memory).map(([kind, n]) => [kind.replaceAll("_", " "), bytes(n), n]))),
      card("Counts and limits", table("counts", [
        ["", "text", ([name]) => name.replaceAll("_", " ")],
        ["now", "", ([, c]) => whole(c.now)],
        ["limit", "", ([, c]) => c.limit === null ? "" : whole(c.limit)],
        ["", "", ([, c]) => c.limit ? bar(c.now / c.limit) : ""],
      ], Object.entries(o.counts))),
      card("Rates", facts("rates", rates.map((name) =>
        [name.replaceAll("_", " "), `${few(o.rates[name] ?? 0)} a second, ${whole(o.totals[name] ?? 0)} in all`])))),
  ];
}

const dirty = (d) => `${d.running} of ${d.threads}` + (d.waiting ? ` (${d.waiting} calls wait)` : "");

function processes(p, { wish, ask }) {
  const sorts = [["reductions", "reductions lately"], ["memory", "memory"], ["messages", "messages"]];
  const tools = el("div", { class: "tools" },
    el("label", {}, "Most ", el("select", { id: "sort", onchange: (e) => ask({ sort: e.target.value }) },
      sorts.map(([value, text]) => el("option", { value, selected: wish.sort === value }, text)))),
    el("label", {}, "Filter ", el("input", { id: "filter", type: "search", value: wish.filter ?? "",
      placeholder: "name or pid", oninput: (e) => ask({ filter: e.target.value }) })),
    el("label", {}, "Rows ", el("select", { id: "limit", onchange: (e) => ask({ limit: e.target.value }) },
      ["20", "100", "500"].map((n) => el("option", { value: n, selected: (wish.limit ?? "100") === n }, n)))));
  const seconds = p && p.period_ms ? `lately: ${(p.period_ms / 1000).toFixed(1)} s` : "";
  const rows = p ? [el("p", { class: "faint" },
    `${whole(p.count)} processes` + (wish.filter ? `, ${whole(p.matching)} match` : "") + (seconds && `; ${seconds}`)),
  table("processes", [
    ["process", "text code", (r) => process(r.pid)],
    ["name or call", "text code cut", (r) => r.name ?? r.label ?? r.initial_call ?? ""],
    ["lately", "", (r) => few(r.reductions_lately)],
    ["memory", "", (r) => bytes(r.memory)],
    ["messages", "", (r) => whole(r.messages)],
    ["in", "text code cut", (r) => r.current_function ?? `(${r.status})`],
  ], p.rows)] : [];
  return [card("Processes", tools, el("div", { id: "rows" }, rows))];
}

/** One process. */
export function details(d, pid) {
  if (!d) return [card(pid, el("p", { class: "bad" }, "There is no such process, or it has ended."))];
  const i = d.inside;
  const list = (title, items, show = process) => items.length === 0 ? null
    : [el("h3", {}, `${title} (${items.length})`), el("ul", { class: "plain code" }, items.map((t) => el("li", {}, show(t))))];
  const known = [["status", d.status], ["priority", d.priority], ["memory", bytes(d.memory), d.memory],
    ["messages", whole(d.messages), d.messages], ["reductions", whole(d.reductions), d.reductions]];
  if (i) known.push(["label", i.label ?? ""], ["initial call", i.initial_call], ["in", i.current_function ?? ""],
    ["spawned by", process(i.parent)], ["group leader", process(i.group_leader)],
    ["traps exits", i.trap_exit ? "yes" : "no"], ["collections", whole(i.collections)],
    ["heap, words", `${whole(i.heap.young_used)} of ${whole(i.heap.young)} new, ${whole(i.heap.old_used)} of ${whole(i.heap.old)} old, `
      + `${whole(i.heap.fragments)} beside, ${whole(i.heap.messages)} in messages; stack ${whole(i.heap.stack)}`]);
  const parts = [card(`${d.pid}${d.name ? " " + d.name : ""}`, facts("process", known.filter(([, v]) => v !== "")),
    d.whole ? null : el("p", { class: "faint" },
      "It runs, or is about to: only what can be seen from outside is told. What a process is in can be told while it sleeps."),
    d.sensitive ? el("p", { class: "faint" }, "It is sensitive: its contents are not told.") : null)];
  if (i) {
    const frame = (f) => el("li", {}, el("b", {}, f.function), f.line ? ` ${f.line}` : "",
      f.values.length ? el("ul", { class: "plain" }, f.values.map((v) => el("li", {}, v))) : null);
    parts.push(el("div", { class: "grid" },
      card("Stack", el("ol", { class: "plain code", id: "stack" }, i.stack.map(frame))),
      card("Relations", list("Links", i.links), list("Watches", i.monitors), list("Watched by", i.monitored_by),
        i.links.length + i.monitors.length + i.monitored_by.length ? null : el("p", { class: "faint" }, "None.")),
      card("First messages", el("ol", { class: "plain code", id: "messages" }, i.first_messages.map((m) => el("li", {}, m)))),
      card("Dictionary", el("ul", { class: "plain code" }, i.dictionary.map(([k, v]) => el("li", {}, `${k}: ${v}`))))));
  }
  return parts;
}

function tables(t) {
  return [card("Tables of ETS", el("p", { class: "faint" }, `${whole(t.count)} tables with ${bytes(t.memory)}; `
    + `${whole(t.persistent_terms)} persistent terms with ${bytes(t.persistent_memory)}.`),
  table("tables", [
    ["table", "text code cut", (r) => r.name],
    ["memory", "", (r) => bytes(r.memory)],
    ["objects", "", (r) => whole(r.objects)],
    ["owner", "text code", (r) => [process(r.owner), r.owner_name ? ` ${r.owner_name}` : ""]],
    ["kind", "text", (r) => r.kind],
    ["access", "text", (r) => r.protection],
  ], t.rows))];
}

function ports(p) {
  return [card("Ports", el("p", { class: "faint" }, `${whole(p.count)} ports`
    + (p.busy ? `, of which ${p.busy} were at work and are not shown` : "") + "."),
  table("ports", [
    ["port", "text code", (r) => r.port],
    ["name", "text code cut", (r) => r.registered ? `${r.name} (${r.registered})` : r.name],
    ["read", "", (r) => bytes(r.input)],
    ["written", "", (r) => bytes(r.output)],
    ["waits", "", (r) => bytes(r.queue)],
    ["owner", "text code", (r) => process(r.owner)],
  ], p.rows))];
}

function nodes(n) {
  const told = n.alive ? `This is ${n.node}.` : "This system is not alive: it has no name, so no other node can reach it.";
  return [card("Nodes", el("p", { class: "faint" }, `${told} ${n.rows.length} connections.`), n.rows.length ? table("nodes", [
    ["node", "text code", (r) => r.node],
    ["state", "text", (r) => r.visible || r.state !== "up" ? r.state : `${r.state}, hidden`],
    ["by", "text code", (r) => process(r.carrier)],
    ["packets out", "", (r) => whole(r.packets_out)],
    ["packets in", "", (r) => whole(r.packets_in)],
    ["wait", "", (r) => whole(r.queue)],
  ], n.rows) : null)];
}

const micros = (us) => us >= 1e6 ? `${us / 1e6} s` : us >= 1e3 ? `${us / 1e3} ms` : `${us} µs`;

function collections(c) {
  const classes = c.limits_us.map(micros).concat("more");
  const row = (name, h) => [name, whole(h.count), h.count ? micros(Math.round(h.total_us / h.count * 10) / 10) : "",
    micros(Math.round(h.longest_us)), micros(Math.round(h.total_us))];
  return [card("Pauses of collections", el("p", { class: "faint" },
    `${whole(c.count)} collections since the start have freed ${bytes(c.freed)}. Pauses are counted since the dash was started; `
    + "each holds up one process, not the system."),
  bars("Pauses of collections", classes, [{ name: "of what is new", values: c.minor.counts },
    { name: "of all", values: c.major.counts }]),
  table("pauses", [["", "text", (r) => r[0]], ["collections", "", (r) => r[1]], ["mean", "", (r) => r[2]],
    ["longest", "", (r) => r[3]], ["together", "", (r) => r[4]]],
  [row("of what is new", c.minor), row("of all", c.major)]))];
}

function native(n) {
  const order = { compiled: 0, template: 1, base: 2 };
  const rows = [...n.rows].sort((a, b) => order[a.tier] - order[b.tier] || b.native_bytes - a.native_bytes);
  const waiting = n.waiting === null ? "" : ` ${n.waiting} are known to wait for the compiler.`;
  return [card("Native code", el("p", { class: "faint" },
    `Of ${whole(n.modules)} modules ${whole(n.compiled)} are compiled by LLVM, ${whole(n.templates)} have code of the template tier; `
    + `${bytes(n.bytes)} of native code. The flag +native is ${n.mode}.${waiting}`),
  table("native", [
    ["module", "text code cut", (r) => r.module],
    ["tier", "text", (r) => r.tier],
    ["native", "", (r) => r.native_bytes ? bytes(r.native_bytes) : ""],
    ["base tier", "", (r) => bytes(r.base_bytes)],
    ["functions", "", (r) => whole(r.functions)],
    ["not compiled", "", (r) => r.left === null ? "" : whole(r.left)],
    ["took", "", (r) => r.compile_ms === null ? "" : `${whole(r.compile_ms)} ms`],
  ], rows))];
}
