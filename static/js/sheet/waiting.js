// Deals that this phone keeps stand on top of the sheet as it counted them, marked as not sent yet, and the
// totals under the names go on with them. Those that it cannot count are there with "…".
import { carryBoard } from "./match.js";
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

// A sign of the sprite, with words for the ear.
function sign([name, label]) {
  const icon = document.querySelector("[data-queue] summary .i").cloneNode(true);
  const drawn = icon.querySelector("use");
  drawn.setAttribute("href", drawn.getAttribute("href").replace(/#.*/, `#i-${name}`));
  icon.setAttribute("class", "i");
  icon.removeAttribute("aria-hidden");
  icon.removeAttribute("focusable");
  icon.setAttribute("role", "img");
  icon.setAttribute("aria-label", label);
  return icon;
}

// What stands in the columns that a laptop has, as LinePrinter writes them (clubs/listings/sheet_lines.py).
const facts = {
  taker: ({ line: { taker, more } }) => [taker, more ? made("small", {}, more) : ""],
  contract: ({ line: { pips }, small }) => {
    const dots = Array.from({ length: pips }, () => made("b", {}));
    return [made("span", { className: "pips" }, ...dots), ` ${small}`];
  },
  oudlers: ({ line }) => [line.oudlers ?? ""],
  points: ({ line }) => [line.points],
  result: ({ line: { result, marks } }) => {
    const tones = { gain: "up gain", loss: "down loss", draw: "" };
    const told = result ? [made("span", { className: tones[result.tone] }, result.text)] : [];
    return [...told, ...marks.flatMap((mark) => [" ", sign(mark)])];
  },
};

const ofFact = (deal) => ({ dataset, classList }) =>
  made("td", { className: classList.contains("l") ? "sw l" : "sw w-n" }, ...facts[dataset.fact](deal));

function cell(total, gain, [className, spoken] = ["", ""], rests = "") {
  const isKnown = total !== null;
  const sum = made("b", {}, isKnown ? signed(total) : "…");
  const ear = spoken ? [made("span", { className: "vh" }, spoken)] : [];
  const brought = rests ? made("i", {}, rests) : made("i", { className: gainClass(gain) }, signed(gain));
  return made("td", { className }, sum, ...ear, isKnown ? brought : "");
}

// Who left before a deal has no part in it; of a deal that the phone cannot count nobody knows.
function cellOf(deal, totals) {
  const { scores, line } = deal;
  return ({ dataset: { player } }) => {
    if (scores && !(player in scores)) return made("td", { className: "na" });
    const role = line?.roles[player];
    return cell(totals[player], scores?.[player], role, role?.[0].includes("rs") ? line.rests : "");
  };
}

// As of a deal that was not played: where there is a column for what it was, totals stand under the names.
const reason = ({ words }, hasFacts) =>
  made("td", { className: hasFacts ? "span phone-only" : "span", colSpan: players().length }, words ?? "");
const total = (totals) => ({ dataset }) => made("td", { className: "sw" }, made("b", {}, signed(totals[dataset.player] ?? 0)));

// What the deal was, in the columns of facts; in a line of words where it has no line of its own.
function told(deal) {
  const heads = [...table().querySelectorAll("thead [data-fact]")];
  if (deal.line) return heads.map(ofFact(deal));
  return heads.length ? [made("td", { className: "sw l", colSpan: heads.length }, deal.words ?? "")] : [];
}

function row(deal, totals) {
  const queue = document.querySelector("[data-queue]");
  const state = made("span", { className: "vh" }, queue.dataset.waits);
  const said = made("span", { className: "vh" }, ` ${deal.words ?? ""}`);
  const number = made("th", { scope: "row" }, made("span", { className: "no" }, deal.number, said));
  if (deal.id) number.append(" ", queue.querySelector("summary .i").cloneNode(true), state);
  if (deal.small) number.append(made("small", { className: "ct", ariaHidden: "true" }, deal.small));
  const words = told(deal);
  const isVoid = deal.fields.some(([name]) => name === "void_reason");
  const cells = isVoid
    ? [reason(deal, words.length), ...(words.length ? players().map(total(totals)) : [])]
    : players().map(cellOf(deal, totals));
  return made("tr", { className: `${isVoid ? "voided " : ""}${deal.id ? "waits" : "told"}` }, number, ...words, ...cells);
}

// The totals after a deal; null from the first one on that is not known.
function after(totals, { scores }) {
  const add = ([player, total]) => [player, total === null || !scores ? null : total + (scores[player] ?? 0)];
  return Object.fromEntries(Object.entries(totals).map(add));
}

// Totals as the server knows them: its sheet may come anew at any time.
function known(head) {
  const place = head.querySelector(".num");
  place.dataset.total ??= numberIn(place.firstElementChild.textContent);
  return Number(place.dataset.total);
}

function showTotal(head, total) {
  const isAsKnown = total === known(head);
  const place = head.querySelector(".num");
  const [seen, spoken] = place.children;
  place.dataset.spoken ??= spoken.textContent;
  place.classList.toggle("gain", total > 0);
  place.classList.toggle("loss", total < 0);
  seen.textContent = total === null ? "…" : signed(total);
  spoken.textContent = isAsKnown ? place.dataset.spoken : total === null ? "" : grouped(total);
}

// The totals of a laptop, best first. How many each took and made the phone does not count on.
function showCards(totals, isCarried) {
  const seats = players().map(({ dataset }) => dataset.player);
  const place = ({ dataset }) => seats.indexOf(dataset.player);
  const cards = [...document.querySelectorAll("#sheet-totals > [data-player]")];
  for (const card of cards) {
    showTotal(card, totals[card.dataset.player]);
    const taken = card.querySelector(".s");
    if (taken) taken.style.visibility = isCarried ? "hidden" : "";
  }
  if (Object.values(totals).includes(null)) return;
  cards.sort((a, b) => totals[b.dataset.player] - totals[a.dataset.player] || place(a) - place(b));
  document.querySelector("#sheet-totals")?.append(...cards);
}

function show() {
  if (!table()) return;
  for (const old of table().querySelectorAll("tr:is(.waits, .told)")) old.remove();
  let totals = Object.fromEntries(players().map((head) => [head.dataset.player, known(head)]));
  const first = Number(document.querySelector("[data-sheet]").dataset.latest);
  let next = first;
  // The last one that was saved may be missing here: the network went before the sheet came anew.
  const deals = knownHere(uuid).filter((deal) => deal.number >= next);
  const isWhole = deals.every((deal, place) => deal.number === first + place && deal.scores);
  for (const deal of deals) {
    totals = after(totals, deal.number === next ? deal : {});
    next = deal.number + 1;
    table().tBodies[0].prepend(row(deal, totals));
  }
  for (const head of players()) showTotal(head, totals[head.dataset.player]);
  showCards(totals, deals.length > 0);
  carryBoard(isWhole ? deals : null, first);
}

document.addEventListener("queue", show);
document.addEventListener("htmx:afterSettle", show);
show();
