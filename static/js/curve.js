// Draws the running totals of a table with Chart.js, which is fetched when a curve comes into view.
// Each player has a colour (--p1 to --p6, then again from the first), a dash pattern, a marker and
// the name at the line's end.
import { lineEnds } from "./curve-ends.js";

const DASHES = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [9, 3, 2, 3, 2, 3], [16, 4], [2, 2]];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const charts = new Map();

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const figures = (box) => JSON.parse(document.getElementById(box.dataset.curve).textContent);
const format = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" });
const signed = (value) => format.format(value).replace("-", "−");

const colour = (series) => css(`--p${((series - 1) % 6) + 1}`);

const dataset = ({ name, series, points }) => ({
  label: name,
  series,
  data: points,
  borderColor: colour(series),
  backgroundColor: colour(series),
  borderDash: DASHES[(series - 1) % DASHES.length],
  borderWidth: 2.25,
  pointRadius: 0,
  pointHitRadius: 12,
  pointHoverRadius: 5,
  tension: 0,
});

function axis(extra) {
  const ticks = { color: css("--ink-2"), maxRotation: 0, autoSkipPadding: 14, ...extra.ticks };
  return { border: { display: false }, ...extra, ticks };
}

function options(names) {
  const line = css("--line");
  const width = Math.max(...names.map((name) => name.length)) * 8 + 18;
  const color = ({ tick }) => (tick.value === 0 ? css("--line-strong") : line);
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: still.matches ? false : { duration: 300 },
    layout: { padding: { top: 8, right: width } },
    interaction: { mode: "index", intersect: false },
    plugins: {
      legend: { display: false },
      tooltip: { callbacks: { label: (item) => ` ${item.dataset.label} ${signed(item.raw)}` } },
    },
    scales: {
      x: axis({ grid: { display: false } }),
      y: axis({ grid: { color }, ticks: { callback: (value) => signed(value), maxTicksLimit: 9 } }),
    },
  };
}

function draw(box, isFirst = false) {
  const { labels, series } = figures(box);
  const datasets = series.map(dataset);
  const names = series.map(({ name }) => name);
  if (isFirst) {
    window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    const config = { type: "line", data: { labels, datasets }, options: options(names) };
    charts.set(box, new window.Chart(box.querySelector("canvas"), { ...config, plugins: [lineEnds] }));
    return;
  }
  const chart = charts.get(box);
  Object.assign(chart.data, { labels, datasets });
  chart.options = { ...options(names), animation: false };
  chart.update("none");
}

const redraw = () => [...charts.keys()].forEach((box) => draw(box));

function library(src) {
  return new Promise((loaded) => {
    const script = document.createElement("script");
    script.addEventListener("load", loaded);
    script.src = src;
    document.head.append(script);
  });
}

const view = new IntersectionObserver(async (entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || charts.has(target)) continue;
    charts.set(target, null);
    if (!window.Chart) await library(target.dataset.chartSrc);
    draw(target, true);
  }
});
for (const box of document.querySelectorAll("[data-curve]")) view.observe(box);

new MutationObserver(redraw).observe(document.documentElement, {
  attributeFilter: ["data-bs-theme", "data-text"],
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
document.addEventListener("htmx:oobAfterSwap", ({ target }) => target.id === "curve-box" && redraw());
