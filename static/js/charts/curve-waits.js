// The curve goes on with the deals that this phone keeps, as it counted them.
import { signed } from "../numbers.js";
import { stepsSince } from "../score/steps.js";

const place = document.querySelector("#curve-figures");
const given = JSON.parse(place.textContent);
const table = document.querySelector("[data-curve-table]");
const players = [...table.querySelectorAll("thead [data-player]")].map(({ dataset }) => dataset.player); // of each line

function row({ number, totals, waits }) {
  const line = document.createElement("tr");
  line.className = waits ? "waits" : "told";
  const head = Object.assign(document.createElement("th"), { scope: "row", textContent: number });
  if (waits) head.append(" ", Object.assign(document.createElement("small"), { textContent: table.dataset.waits }));
  line.append(head);
  for (const player of players) {
    const textContent = player in totals ? signed(totals[player]) : "";
    line.append(Object.assign(document.createElement("td"), { className: "r num", textContent }));
  }
  return line;
}

async function show() {
  const last = given.series.map(({ points }, at) => [players[at], points.at(-1)]);
  const known = Object.fromEntries(last.filter(([, total]) => total !== null)); // who still sits there
  const steps = await stepsSince(given.labels.at(-1), known);
  const more = (at) => steps.map(({ totals }) => totals[players[at]] ?? null);
  const series = given.series.map((line, at) => ({ ...line, points: [...line.points, ...more(at)] }));
  const labels = [...given.labels, ...steps.map(({ number }) => number)];
  place.textContent = JSON.stringify({ ...given, labels, series });
  for (const old of table.querySelectorAll(".waits, .told")) old.remove();
  table.tBodies[0].append(...steps.map(row));
  document.dispatchEvent(new Event("curve"));
}

document.addEventListener("queue", show);
show();
