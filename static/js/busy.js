// A thin bar on top of the page while an answer takes longer than 300 ms. Polling ([data-quiet])
// shows nothing.
const DELAY = 300; // ms
let running = 0;
let timer = 0;

const bar = () => document.querySelector("[data-busy-bar]");

function begin() {
  running += 1;
  clearTimeout(timer);
  timer = setTimeout(() => bar()?.classList.add("on"), DELAY);
}

function end() {
  running = Math.max(0, running - 1);
  if (running) return;
  clearTimeout(timer);
  bar()?.classList.remove("on");
}

const isQuiet = (event) => event.target.closest?.("[data-quiet]");

document.addEventListener("htmx:beforeRequest", (event) => isQuiet(event) || begin());
document.addEventListener("htmx:afterRequest", (event) => isQuiet(event) || end());
document.addEventListener("submit", (event) => event.defaultPrevented || begin());
addEventListener("pageshow", () => {
  running = 0;
  end();
});
