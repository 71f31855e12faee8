// A screen that nobody touches: pages turn by themselves where the tables do not fit. With
// keys: Space stops the turning, the arrows turn, D is dark.
import "./wake.js";

const TURN = 12_000; // ms
const AWAKE = 4_000; // ms that the buttons stay after the pointer has moved
const MOST_DOTS = 16; // more say nothing, and fill the line
const isNarrow = matchMedia("(max-width: 48rem)"); // a phone scrolls
const root = document.documentElement;
const find = (name) => document.querySelector(`[data-tv-${name}]`);
const pages = () => [...document.querySelectorAll("[data-tv-page]")];
const firstTable = (page) =>
  page?.dataset.watch ?? page?.querySelector("[data-watch]")?.dataset.watch;
// What the room needs first, where the board says so: a round whose seating is new, its standings.
const needed = () => find("board")?.dataset.tvNow;
let at = 0;
let shown;
let now = needed();
let isStopped = false;
let timer = 0;
let sleep = 0;

function wait() {
  clearInterval(timer);
  if (!isStopped) timer = setInterval(() => turn(1), TURN);
}

function show() {
  const all = pages();
  const turns = all.length > 1 && !isNarrow.matches;
  at = Math.min(at, Math.max(all.length - 1, 0));
  shown = firstTable(all[at]);
  all.forEach((page, index) => {
    page.hidden = turns && index !== at;
  });
  find("pause").hidden = find("dots").hidden = find("where").hidden = !turns;
  const dots = all.map((_, index) => {
    const dot = document.createElement("i");
    dot.classList.toggle("on", index === at);
    return dot;
  });
  find("dots").replaceChildren(...(dots.length > MOST_DOTS ? [] : dots));
  const words = find("where").dataset.tvWhere;
  find("where").textContent = words.replace("{page}", at + 1).replace("{pages}", all.length);
}

function turn(step) {
  const count = pages().length;
  if (count > 1) at = (at + step + count) % count;
  show();
}

function stop() {
  isStopped = !isStopped;
  find("pause").setAttribute("aria-pressed", String(isStopped));
  wait();
}

function wake() {
  root.classList.add("tv-awake");
  clearTimeout(sleep);
  sleep = setTimeout(() => root.classList.remove("tv-awake"), AWAKE);
}

function dark() {
  const isDark = root.dataset.bsTheme !== "dark";
  root.dataset.bsTheme = isDark ? "dark" : "light";
  const address = new URL(location.href);
  if (isDark) address.searchParams.set("dark", "1");
  else address.searchParams.delete("dark");
  history.replaceState(history.state, "", address);
}

const KEYS = { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), " ": stop, d: dark, D: dark };

document.addEventListener("keydown", (event) => {
  const isButton = event.key === " " && event.target.closest("button");
  const isOff = /^d$/i.test(event.key) && root.dataset.shortcuts === "off";
  if (!KEYS[event.key] || isButton || isOff || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  KEYS[event.key]();
  if (event.key.startsWith("Arrow")) wait();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-tv-pause]")) stop();
  if (target.closest("[data-tv-dark]")) dark();
  if (target.closest("[data-tv-full]")) root.requestFullscreen();
});
document.addEventListener("pointermove", wake);
document.addEventListener("pointerdown", wake);
document.addEventListener("htmx:afterSwap", () => {
  const where = pages().findIndex((page) => firstTable(page) === shown);
  if (where >= 0) at = where;
  if (needed() !== now && !isStopped) {
    at = 0;
    wait();
  }
  now = needed();
  show();
});
isNarrow.addEventListener("change", show);

find("full").hidden = !document.fullscreenEnabled;
find("foot").hidden = false;
show();
wait();
