// The curve goes on with the deals that this phone keeps, as it counted them. A copy of this page may be older
// than that of the sheet: what came between is one step to the totals there.
import { numberIn, signed } from "../numbers.js";
import { knownHere } from "../offline/queue-store.js";

const sheetPath = location.pathname.replace(/curve\/$/, "");
const [, uuid] = sheetPath.match(/^\/t\/([0-9a-f-]+)\//);
const place = document.querySelector("#curve-figures");
const given = JSON.parse(place.textContent);
const table = document.querySelector("[data-curve-table]");
const players = [...table.querySelectorAll("thead [data-player]")].map(({ dataset }) => dataset.player); // of each line

// {number, totals}: the last deal of the sheet's copy; null where there is none.
async function lastOnSheet() {
  const copy = await globalThis.caches?.match(sheetPath);
  if (!copy) return null;
  const page = new DOMParser().parseFromString(await copy.text(), "text/html");
  const heads = [...page.querySelectorAll("[data-sheet] thead [data-player]")];
  const totals = heads.map((head) => [head.dataset.player, numberIn(head.querySelector(".tt").firstElementChild.textContent)]);
  return { number: page.querySelector("[data-sheet]")?.dataset.latest - 1, totals: Object.fromEntries(totals) };
}

function* stepsAfter(number, totals, sheet) {
  if (sheet?.number > number) {
    ({ number, totals } = sheet);
    yield { number, totals };
  }
  const deals = knownHere(uuid).filter((deal) => deal.number > number);
  for (const { id, number: next, scores } of deals) {
    if (!scores || next !== number + 1) return; // from here on nobody knows
    totals = Object.fromEntries(Object.entries(totals).map(([player, total]) => [player, total + (scores[player] ?? 0)]));
    number = next;
    yield { number, totals, waits: Boolean(id) };
  }
}

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
  const steps = [...stepsAfter(given.labels.at(-1), known, await lastOnSheet())];
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
