// Draws any chart of figures (clubs/listings/statistics/figures.py, clubs/charts/_chart.html):
//
//   <canvas data-figure="id of a json_script" data-chart-src="address of Chart.js">
//
// The script holds {type, labels, series: [{name, series, values, low, high}], unit, signed}:
//   type    "line": one line a series, with its marker and name at the end; "bars": side by side;
//           "stacked": bars on one another; "whiskers": points with their intervals from low to high
//   series  the number of colour, dashes, marker and hatching, from 1
//   values  one a label, null where there is none; low and high likewise, for whiskers only
//   head    what the labels are, below the axis
//   unit    what the figures are, beside the axis and in tooltips; "%" makes the axis 0 to 100
//   signed  whether figures are written with + and −
//   zero    false where the axis need not begin at 0: all figures are far above
//   short   of a series, and shortLabels: drawn where there is no room for the names
//   ends    false where the names of lines are not to stand at their ends (a single line)
import { axis, colour, css, dashes, grid, nameIn, still, whenRestyled, whenSeen } from "./chart-kit.js";
import { grouped, signed } from "../numbers.js";
import { lineEnds } from "./curve-ends.js";
import { hatched, whiskers } from "./figure-marks.js";

const charts = new Map();
const Y_AXIS = 60; // px that figures and unit of the y axis take
const POINTS = ["circle", "rect", "triangle", "rectRot", "star", "cross"];

const figure = (canvas) => JSON.parse(document.getElementById(canvas.dataset.figure).textContent);
const isPercent = ({ unit }) => unit === "%";
const number = (told) => (value) => {
  const figures = (told.signed ? signed : grouped)(value);
  return isPercent(told) ? `${figures} %` : figures;
};

const line = ({ series }) => ({
  borderColor: colour(series),
  backgroundColor: colour(series),
  borderDash: dashes(series),
  borderWidth: 2.25,
  pointRadius: 0,
  pointHitRadius: 12,
  pointHoverRadius: 5,
  tension: 0,
});
const points = ({ series, low, high }) => ({
  borderColor: colour(series),
  backgroundColor: colour(series),
  pointStyle: POINTS[(series - 1) % POINTS.length],
  pointRadius: 6,
  pointHoverRadius: 7,
  showLine: false,
  clip: false,
  low,
  high,
});
// With a sign: what is lost is hatched, and hangs below the line.
const bars = ({ series, values }, told) => {
  const tint = (value) => (value < 0 ? hatched(css("--loss"), 2) : css("--gain"));
  return {
    backgroundColor: told.signed ? values.map(tint) : hatched(colour(series), series),
    borderColor: told.signed ? values.map((value) => css(value < 0 ? "--loss" : "--gain")) : colour(series),
    borderWidth: 1.5,
    maxBarThickness: 44,
  };
};
const KINDS = { line: ["line", line], whiskers: ["line", points], bars: ["bar", bars], stacked: ["bar", bars] };

// With whole names where they have room: at the ends of lines, or side by side below bars.
function fitted(canvas, told) {
  const box = canvas.parentElement;
  const series = told.series.map((row) => ({ ...row, name: nameIn(box, row) }));
  const isTight = told.shortLabels && labelLimit(canvas, told, 8) < told.labels.length;
  return { ...told, series, labels: isTight ? told.shortLabels : told.labels };
}

// How many labels stand side by side. Chart.js skips some, but by the room before the names at the
// ends of the lines have taken theirs.
function labelLimit(canvas, { labels }, right) {
  const pen = canvas.getContext("2d");
  pen.font = `${window.Chart.defaults.font.size}px ${window.Chart.defaults.font.family}`;
  const widest = Math.max(...labels.map((label) => pen.measureText(label).width));
  return Math.max(1, Math.floor((canvas.parentElement.clientWidth - right - Y_AXIS) / (widest + 8)));
}

function options(canvas, told) {
  const names = told.ends === false || told.type !== "line" ? [] : told.series.map(({ name }) => name.length);
  const write = number(told);
  const stacked = told.type === "stacked";
  const isNamed = told.series.length > 1;
  const named = (text) => ({ display: Boolean(text), text, color: css("--ink-2") });
  const ticks = { callback: write, maxTicksLimit: 7, precision: 0, autoSkip: false };
  const right = names.length ? Math.max(...names) * 8 + 18 : 8;
  const few = told.type === "line" ? { maxTicksLimit: labelLimit(canvas, told, right) } : {};
  const isEach = told.type !== "line" && (told.shortLabels || told.labels.length <= 6);
  const each = isEach ? { autoSkip: false, maxRotation: 60 } : {}; // no bar without its name
  const offset = told.type !== "line";
  const spread = isPercent(told) ? { min: 0, max: 100 } : {};
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: still.matches || charts.size > 3 ? false : { duration: 300 },
    layout: { padding: { top: 8, right } },
    interaction: { mode: "index", intersect: false },
    plugins: {
      legend: { display: isNamed && told.type !== "line", labels: { color: css("--ink-2") } },
      tooltip: { callbacks: { label: ({ dataset, raw }) => ` ${dataset.label} ${write(raw)}` } },
    },
    scales: {
      x: axis({ grid: { display: false }, ticks: { autoSkip: true, ...few, ...each }, title: named(told.head), stacked, offset }),
      y: axis({ grid: grid(), ticks, title: named(isPercent(told) ? "" : told.unit), stacked, ...spread, beginAtZero: told.zero !== false }),
    },
  };
}

function draw(canvas) {
  const told = fitted(canvas, figure(canvas));
  const [type, look] = KINDS[told.type];
  const set = (row) => ({ label: row.name, series: row.series, data: row.values, ...look(row, told) });
  const data = { labels: told.labels, datasets: told.series.map(set) };
  const plugins = [whiskers, ...(told.type === "line" && told.ends !== false ? [lineEnds] : [])];
  charts.get(canvas)?.destroy();
  charts.set(canvas, new window.Chart(canvas, { type, data, options: options(canvas, told), plugins }));
}

// A filter swaps charts: those that left are dropped, those that came are drawn when they are seen.
function swapped({ target }) {
  for (const [canvas, chart] of charts) {
    if (canvas.isConnected) continue;
    chart.destroy();
    charts.delete(canvas);
  }
  whenSeen(target.querySelectorAll("[data-figure]"), draw);
}

whenSeen(document.querySelectorAll("[data-figure]"), draw);
document.addEventListener("htmx:afterSettle", swapped);
whenRestyled(() => [...charts.keys()].forEach(draw));
