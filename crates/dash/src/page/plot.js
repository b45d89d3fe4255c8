// Lines over time and bars of classes, as SVG; and elements in general.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; texts are always text. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** 12345678 as 12,345,678. */
export const whole = (n) => Math.round(n).toLocaleString("en-US");

/** A number in few digits: 12.3 k. */
export function few(n) {
  for (const [size, unit] of [[1e9, " G"], [1e6, " M"], [1e3, " k"]]) {
    if (Math.abs(n) >= size) return (n / size).toPrecision(3) + unit;
  }
  return Number.isInteger(n) ? String(n) : n.toPrecision(2);
}

/** Bytes in few digits. */
export function bytes(n) {
  for (const [size, unit] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (n >= size) return Number((n / size).toPrecision(4)) + " " + unit;
  }
  return Math.round(n) + " B";
}

export const percent = (part) => (100 * part).toFixed(part < 0.0995 ? 1 : 0) + " %";

/** Lines over the last two minutes. `series` is [{name, values: [[ms, number]]}]; `top` the least upper end. */
export function lines(title, series, { format = few, top = 0, now = Date.now(), span = 120000 } = {}) {
  const [width, height, left, bottom, above] = [440, 150, 66, 18, 8];
  const largest = Math.max(top, 1, ...series.flatMap((s) => s.values.map((v) => v[1])));
  const end = largest <= top ? top : format === bytes ? binary(largest) : nice(largest);
  const x = (t) => left + (width - left - 6) * (1 - (now - t) / span);
  const y = (v) => above + (height - above - bottom) * (1 - v / end);
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (const part of [0, 0.5, 1]) {
    const at = y(end * part);
    plot.append(svg("line", { class: "lines", x1: left, x2: width - 6, y1: at, y2: at }),
      svg("text", { x: left - 6, y: at + 4, "text-anchor": "end" }, format(end * part)));
  }
  for (const [at, text] of [[120, "-2 min"], [60, "-1 min"], [0, "now"]]) {
    const anchor = at === 120 ? "start" : at === 0 ? "end" : "middle";
    plot.append(svg("text", { x: x(now - at * 1000), y: height - 4, "text-anchor": anchor }, text));
  }
  series.forEach((s, i) => {
    const points = s.values.filter((v) => now - v[0] <= span);
    if (points.length === 0) return;
    const at = points.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(" ");
    plot.append(svg("polyline", { class: `s${i % 6}`, points: at }));
  });
  return [plot, key(series.map((s) => s.name))];
}

function key(names) {
  if (names.length < 2) return null;
  return el("div", { class: "key" }, names.map((name, i) =>
    el("span", {}, el("i", { class: `s${i % 6}` }), name)));
}

/** The next number above that reads well. */
function nice(n) {
  const size = 10 ** Math.floor(Math.log10(n));
  return size * [1, 2, 2.5, 5, 10].find((f) => f * size >= n);
}

/** The same for bytes: so many KiB, MiB and so on. */
function binary(n) {
  const unit = 1024 ** Math.max(0, Math.floor(Math.log2(n) / 10));
  return unit * Math.min(1024, nice(n / unit));
}

/** Bars of classes, with several counts each; a bar's height is logarithmic. */
export function bars(title, classes, series) {
  const [width, height, left, bottom, above] = [640, 220, 40, 34, 10];
  const largest = Math.max(10, ...series.flatMap((s) => s.values));
  const decades = Math.ceil(Math.log10(largest + 1));
  const y = (n) => above + (height - above - bottom) * (1 - (n > 0 ? Math.log10(n + 1) : 0) / decades);
  const step = (width - left - 6) / classes.length;
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (let d = 0; d <= decades; d++) {
    const at = y(d === 0 ? 0 : 10 ** d - 1);
    plot.append(svg("line", { class: "lines", x1: left, x2: width - 6, y1: at, y2: at }),
      svg("text", { x: left - 5, y: at + 4, "text-anchor": "end" }, d === 0 ? "0" : few(10 ** d)));
  }
  classes.forEach((name, c) => {
    const from = left + c * step;
    const wide = (step - 6) / series.length;
    series.forEach((s, i) => {
      const at = y(s.values[c]);
      plot.append(svg("rect", { class: `s${i}`, x: from + 3 + i * wide, y: at, width: wide - 1,
        height: Math.max(0, height - bottom - at) }, svg("title", {}, `${s.name}, ${name}: ${whole(s.values[c])}`)));
    });
    plot.append(svg("text", { x: from + step / 2, y: height - 18, "text-anchor": "middle" }, name));
  });
  plot.append(svg("text", { x: width - 6, y: height - 4, "text-anchor": "end" }, "at most"));
  return [plot, key(series.map((s) => s.name))];
}
