// The page: which view is shown, and the events that keep it up to date.

import { el } from "./plot.js";
import { details, remember, views } from "./views.js";

const main = document.getElementById("main");
const nav = document.getElementById("nav");
const state = document.getElementById("state");
const wish = { sort: "reductions", filter: "", limit: "100" };
let place = { view: "overview", pid: null };
let latest = { overview: null, view: null };
let events = null;
let paused = false;
let later = null;

/** The view and process that the address names. */
function placed() {
  const [view, pid] = location.hash.slice(1).split("/");
  if (view === "process" && pid) return { view: "process", pid: decodeURIComponent(pid) };
  return { view: view in views ? view : "overview", pid: null };
}

Object.entries(views).forEach(([name, view]) => nav.append(el("a", { href: `#${name}` }, view.title)));

/** Goes to the place that the address names. */
function go() {
  place = placed();
  latest.view = null;
  const shown = place.view === "process" ? "processes" : place.view;
  for (const a of nav.children) {
    if (a.getAttribute("href") === `#${shown}`) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
  main.replaceChildren();
  delete main.dataset.view;
  show();
  connect();
}

/** Asks for other processes. The next events are about these. */
function ask(change) {
  Object.assign(wish, change);
  clearTimeout(later);
  later = setTimeout(connect, 250);
}

function connect() {
  events?.close();
  if (paused) return;
  const view = place.view === "process" ? `process/${place.pid}` : place.view;
  events = new EventSource(`/events?${new URLSearchParams({ view, ...wish })}`);
  events.addEventListener("overview", (e) => {
    latest.overview = JSON.parse(e.data);
    remember(latest.overview);
    if (place.view === "overview") show();
    told();
  });
  events.addEventListener("view", (e) => {
    latest.view = { figures: JSON.parse(e.data) };
    show();
  });
  events.onopen = () => told();
  events.onerror = () => tell("No connection: the node has ended, or is not reached. Trying again.", true);
}

/** The line below the title. */
function tell(text, bad = false) {
  state.textContent = text;
  state.className = bad ? "bad" : "faint";
}

function told() {
  const o = latest.overview;
  tell(paused ? "Paused." : "");
  if (!o) return;
  document.getElementById("title").textContent = o.node;
  document.title = `${o.node} - Maser dash`;
  const s = Math.floor(o.uptime_ms / 1000);
  const up = `${Math.floor(s / 86400)} d ${Math.floor(s / 3600) % 24} h ${Math.floor(s / 60) % 60} min ${s % 60} s`;
  document.getElementById("facts").textContent =
    `Maser ${o.versions.maser}, OTP ${o.versions.otp}, process ${o.os_pid}, up for ${up.replace(/^(0 [dhmin]+ )+/, "")}`;
}

/** Shows what there is. What is being selected, typed or scrolled stays. */
function show() {
  const selection = getSelection();
  if (!selection.isCollapsed && main.contains(selection.anchorNode)) return;
  const parts = shown();
  if (parts === null) return;
  const typing = document.activeElement?.closest?.("#filter, #sort, #limit");
  const rows = main.querySelector("#rows");
  if (place.view === "processes" && rows && main.dataset.view === "processes") {
    // The tools above stay: somebody may be using them.
    const fresh = parts[0].querySelector("#rows");
    keepScrolled(rows, () => rows.replaceChildren(...fresh.childNodes));
  } else if (!typing) {
    keepScrolled(main, () => main.replaceChildren(...parts));
  }
  main.dataset.view = place.view;
}

function shown() {
  if (place.view === "overview") return latest.overview && views.overview.show(latest.overview);
  const figures = latest.view?.figures;
  if (place.view === "process") return latest.view && details(figures, place.pid);
  if (place.view === "processes") return views.processes.show(figures, { wish, ask });
  return figures ? views[place.view].show(figures) : null;
}

/** Changes what is within, with tables scrolled sideways and the focus where they were. */
function keepScrolled(within, change) {
  const boxes = () => [...within.querySelectorAll(".box")];
  const before = boxes().map((box) => box.scrollLeft);
  const links = () => [...within.querySelectorAll("a, .box")];
  const active = document.activeElement;
  const focused = active && within.contains(active)
    ? { href: active.getAttribute("href"), at: links().indexOf(active) } : null;
  change();
  boxes().forEach((box, i) => { box.scrollLeft = before[i] ?? 0; });
  if (focused) {
    const same = focused.href && links().find((a) => a.getAttribute("href") === focused.href);
    (same || links()[focused.at])?.focus({ preventScroll: true });
  }
}

function pause() {
  paused = !paused;
  connect();
  told();
}

addEventListener("hashchange", () => { go(); main.focus({ preventScroll: true }); });
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.target.closest("input, select")) {
    if (e.key === "Escape") e.target.blur();
    return;
  }
  const names = Object.keys(views);
  if (e.key >= "1" && e.key <= String(names.length)) location.hash = names[e.key - 1];
  else if (e.key === "/") {
    e.preventDefault();
    if (place.view !== "processes") location.hash = "processes";
    setTimeout(() => document.getElementById("filter")?.focus());
  } else if (e.key === "p") pause();
  else if (e.key === "Escape" && place.view === "process") history.back();
});
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", (e) => { if (e.persisted) connect(); });
go();
