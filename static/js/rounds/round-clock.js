// Clocks of a round: [data-round-clock] holds the moment of its end, in ms of the server's clock;
// what is left stands in it, and once time is up for how long, with a plus. One that is paused has no such moment,
// and stands. [data-since] holds a moment in s and tells how long ago it was. The page says what
// time the server has ([data-server-now], ms): a phone may be wrong by minutes.
const server = document.querySelector("[data-server-now]");
const ahead = server ? Number(server.dataset.serverNow) - Date.now() : 0;
const { lang } = document.documentElement;
const unit = (name) => new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay: "short" });
const units = { second: unit("second"), minute: unit("minute"), hour: unit("hour") };

export const serverNow = () => Date.now() + ahead;

export function face(ms) {
  const seconds = Math.abs(Math.round(ms / 1000));
  const rest = String(seconds % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const told = hours ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${ms < -500 ? "+" : ""}${told}:${rest}`;
}

export function span(seconds) {
  if (seconds < 60) return units.second.format(Math.max(seconds, 0));
  if (seconds < 3600) return units.minute.format(Math.floor(seconds / 60));
  return units.hour.format(Math.floor(seconds / 3600));
}

export function tick() {
  const now = serverNow();
  for (const clock of document.querySelectorAll("[data-round-clock]")) {
    clock.textContent = face(Number(clock.dataset.roundClock) - now);
  }
  for (const place of document.querySelectorAll("[data-since]")) {
    place.textContent = span(Math.floor(now / 1000 - Number(place.dataset.since)));
  }
}

document.addEventListener("htmx:afterSwap", tick);
tick();
setInterval(tick, 1000);
