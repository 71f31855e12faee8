// Deals that this phone keeps stand on top of the sheet as it counted them, marked as not sent yet, and the
// totals under the names go on with them. Those that it cannot count are there with "…".
import { grouped, numberIn, signed } from "../numbers.js";
import { knownHere } from "../offline/queue-store.js";

const table = () => document.querySelector("[data-sheet][data-live] table"); // newest first
const [, uuid] = location.pathname.match(/^\/t\/([0-9a-f-]+)\//);
const players = () => [...table().querySelectorAll("thead [data-player]")];
const gainClass = (value) => (value > 0 ? "gain" : value < 0 ? "loss" : "");

function made(name, properties, ...content) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

function cell(total, gain) {
  const isKnown = total !== null;
  const sum = made("b", {}, isKnown ? signed(total) : "…");
  return made("td", {}, sum, isKnown ? made("i", { className: gainClass(gain) }, signed(gain)) : "");
}

// As of a deal that was not played: where there is a column for what it was, totals stand under the names.
const reason = ({ words }, facts) =>
  made("td", { className: facts ? "span phone-only" : "span", colSpan: players().length }, words ?? "");
const total = (totals) => ({ dataset }) => made("td", { className: "sw" }, made("b", {}, signed(totals[dataset.player] ?? 0)));

function row(deal, totals) {
  const queue = document.querySelector("[data-queue]");
  const state = made("span", { className: "vh" }, queue.dataset.waits);
  const number = made("th", { scope: "row" }, made("span", { className: "no" }, deal.number));
  if (deal.id) number.append(" ", queue.querySelector("summary .i").cloneNode(true), state);
  if (deal.small) number.append(made("small", { className: "ct", ariaHidden: "true" }, deal.small));
  const facts = table().querySelectorAll("thead .sw").length;
  const words = facts ? [made("td", { className: "sw l", colSpan: facts }, deal.words ?? "")] : [];
  const isVoid = deal.fields.some(([name]) => name === "void_reason");
  const cells = players().map(({ dataset }) => cell(totals[dataset.player], deal.scores?.[dataset.player]));
  const told = isVoid ? [reason(deal, facts), ...(facts ? players().map(total(totals)) : [])] : cells;
  return made("tr", { className: `${isVoid ? "voided " : ""}${deal.id ? "waits" : "told"}` }, number, ...words, ...told);
}

// The totals after a deal; null from the first one on that is not known.
function after(totals, { scores }) {
  const add = ([player, total]) => [player, total === null || !scores ? null : total + (scores[player] ?? 0)];
  return Object.fromEntries(Object.entries(totals).map(add));
}

// Totals as the server knows them: its sheet may come anew at any time.
function known(head) {
  const place = head.querySelector(".tt");
  place.dataset.total ??= numberIn(place.firstElementChild.textContent);
  return Number(place.dataset.total);
}

function showTotal(head, total) {
  const place = head.querySelector(".tt");
  const [seen, spoken] = place.children;
  place.dataset.spoken ??= spoken.textContent;
  const isAsKnown = total === Number(place.dataset.total);
  place.classList.toggle("gain", total > 0);
  place.classList.toggle("loss", total < 0);
  seen.textContent = total === null ? "…" : signed(total);
  spoken.textContent = isAsKnown ? place.dataset.spoken : total === null ? "" : grouped(total);
}

function show() {
  if (!table()) return;
  for (const old of table().querySelectorAll("tr:is(.waits, .told)")) old.remove();
  let totals = Object.fromEntries(players().map((head) => [head.dataset.player, known(head)]));
  let next = Number(document.querySelector("[data-sheet]").dataset.latest);
  // The last one that was saved may be missing here: the network went before the sheet came anew.
  const deals = knownHere(uuid).filter((deal) => deal.number >= next);
  for (const deal of deals) {
    totals = after(totals, deal.number === next ? deal : {});
    next = deal.number + 1;
    table().tBodies[0].prepend(row(deal, totals));
  }
  for (const head of players()) showTotal(head, totals[head.dataset.player]);
}

document.addEventListener("queue", show);
document.addEventListener("htmx:afterSettle", show);
show();
