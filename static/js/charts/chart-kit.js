// What every chart needs: the colours and dashes of the series, plain axes, and
// Chart.js, which is fetched when the first chart comes into view.
export const DASHES = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [9, 3, 2, 3, 2, 3], [16, 4], [2, 2]];
export const still = matchMedia("(prefers-reduced-motion: reduce)");

// A row's name where the box is wide, else what is short for it.
const WIDE = 640; // px
export const nameIn = (box, { name, short }) => (box.clientWidth < WIDE && short) || name;
export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const colour = (series) => css(`--p${((series - 1) % 6) + 1}`);
export const dashes = (series) => DASHES[(series - 1) % DASHES.length];

export function axis(extra) {
  const ticks = { color: css("--ink-2"), maxRotation: 0, autoSkipPadding: 14, ...extra.ticks };
  return { border: { display: false }, ...extra, ticks };
}

// The line of zero stands out of the grid.
export function grid() {
  const line = css("--line");
  return { color: ({ tick }) => (tick.value === 0 ? css("--line-strong") : line) };
}

function library(src) {
  return new Promise((loaded) => {
    const script = document.createElement("script");
    script.addEventListener("load", loaded);
    script.src = src;
    document.head.append(script);
  });
}

let loading;

async function loaded(src) {
  if (!window.Chart) await (loading ??= library(src));
  window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
}

// Calls draw(box) once for each box that comes into view; box.dataset.chartSrc is where Chart.js is.
export function whenSeen(boxes, draw) {
  const view = new IntersectionObserver(async (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      view.unobserve(target);
      await loaded(target.dataset.chartSrc);
      draw(target);
    }
  });
  for (const box of boxes) view.observe(box);
}

// When the page turns dark or its text large, charts are drawn again.
export function whenRestyled(redraw) {
  new MutationObserver(redraw).observe(document.documentElement, {
    attributeFilter: ["data-bs-theme", "data-text"],
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}
