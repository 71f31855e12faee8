// Draws the running totals of a table with Chart.js. Each player has a colour (--p1 to --p6, then
// again from the first), a dash pattern, a marker and the name at the line's end.
import { axis, colour, dashes, grid, nameIn, still, whenRestyled, whenSeen } from "./chart-kit.js";
import { signed } from "../numbers.js";
import { lineEnds } from "./curve-ends.js";

const charts = new Map();

const figures = (box) => JSON.parse(document.getElementById(box.dataset.curve).textContent);

const dataset = (name, { series, points }) => ({
  label: name,
  series,
  data: points,
  borderColor: colour(series),
  backgroundColor: colour(series),
  borderDash: dashes(series),
  borderWidth: 2.25,
  pointRadius: 0,
  pointHitRadius: 12,
  pointHoverRadius: 5,
  tension: 0,
});

function options(names) {
  const width = Math.max(...names.map((name) => name.length)) * 8 + 18;
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
      y: axis({ grid: grid(), ticks: { callback: (value) => signed(value), maxTicksLimit: 9 } }),
    },
  };
}

function draw(box) {
  const { labels, series } = figures(box);
  const names = series.map((row) => nameIn(box, row));
  const datasets = series.map((row, at) => dataset(names[at], row));
  const chart = charts.get(box);
  if (!chart) {
    const config = { type: "line", data: { labels, datasets }, options: options(names) };
    charts.set(box, new window.Chart(box.querySelector("canvas"), { ...config, plugins: [lineEnds] }));
    return;
  }
  Object.assign(chart.data, { labels, datasets });
  chart.options = { ...options(names), animation: false };
  chart.update("none");
}

const redraw = () => [...charts.keys()].forEach(draw);

whenSeen(document.querySelectorAll("[data-curve]"), draw);
whenRestyled(redraw);
document.addEventListener("curve", redraw); // curve-waits.js
document.addEventListener("htmx:oobAfterSwap", ({ target }) => target.id === "curve-box" && redraw());
