// What a page of a table does not know yet of its deals: those that this phone keeps, as it counted them. A copy
// of the page may be older than that of the sheet: what came between is one step to the totals there.
import { numberIn } from "../numbers.js";
import { knownHere } from "../offline/queue-store.js";

const [sheetPath, uuid] = location.pathname.match(/^\/t\/([0-9a-f-]+)\//);

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

// {number, totals, waits} after each deal since this one; totals are by player, of those who still sit there.
export const stepsSince = async (number, totals) => [...stepsAfter(number, totals, await lastOnSheet())];
