// Says what the phone keeps: one line, what a person must do first, and under it the deals.
import { everything, mine, owners } from "./queue-store.js";
import { sender } from "./queue-send.js";

const SAVED = 4_000; // ms
// Of two views of a table (views.js) the one that is shown says it.
const inView = (selector) =>
  [...document.querySelectorAll(selector)].find((place) => !place.parentElement.closest("[hidden]"));
const place = () => inView("[data-queue]");
const isForPeople = ({ held }) => held && held.kind !== "open";
const filled = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name] ?? "");
// Only pages of a tournament know of deals that came too late for their slip.
export const wordsFor = (kind) => (kind === "late" && !place().dataset.late ? "closed" : kind);
let savedTimer = 0;
let planned = false;

const asksWho = (deals, strangers) =>
  deals.length ? sender.state === "login" : strangers && !owners().length;

// Who kept them has no account to sign in with: the code of the table opens it again.
function areOfGuests(deals) {
  const { guest } = place().dataset;
  return (deals.length ? deals : everything()).every(({ owner }) => owner === guest);
}

function line(deals, strangers) {
  const { dataset } = place();
  const first = deals.find(isForPeople);
  const count = deals.length || strangers;
  if (first) return filled(dataset[wordsFor(first.held.kind)], { number: first.held.number ?? first.number });
  if (!count) return savedTimer ? dataset.saved : "";
  if (asksWho(deals, strangers) && areOfGuests(deals)) return filled(dataset.code, { count });
  if (!deals.length) return filled(owners().length ? dataset.others : dataset.visitor, { count });
  if (sender.state === "sending" && sender.isSlow) return dataset.sending;
  return filled(dataset[sender.state] ?? dataset.kept, { count });
}

function row(deal) {
  const { dataset } = place();
  const made = place().querySelector("[data-queue-row]").content.cloneNode(true);
  const kind = wordsFor(deal.held?.kind ?? "waits");
  const told = {
    title: filled(dataset.title, deal),
    words: deal.words,
    place: deal.place,
    state: filled(dataset[kind], { number: deal.held?.number ?? deal.number }),
    open: dataset[`${kind}Do`],
  };
  for (const [name, text] of Object.entries(told)) {
    made.querySelector(`[data-row-${name}]`).textContent = text;
  }
  made.querySelector("[data-row-tried]").hidden = !deal.tried;
  made.firstElementChild.dataset.kept = deal.id;
  return made;
}

// What is asked first has its button beside the line.
function offer(first) {
  const button = place().querySelector("[data-queue-first]");
  button.hidden = !first;
  button.dataset.kept = first?.id ?? "";
  button.textContent = first ? place().dataset[`${wordsFor(first.held.kind)}Do`] : "";
}

// While a person answers in the list, it stays as it is.
function list(deals) {
  const rows = place().querySelector("[data-queue-list]");
  const shown = JSON.stringify(deals);
  if (rows.dataset.shown === shown) return;
  rows.dataset.shown = shown;
  rows.replaceChildren(...deals.toReversed().map(row));
}

// The button of the sheet leads to the deal after those that wait.
function renumber(deals) {
  for (const link of document.querySelectorAll("[data-new-deal]")) {
    const last = deals.findLast(({ table }) => link.pathname.includes(table));
    const words = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.data));
    if (!last || !words) continue;
    words.data = words.data.replace(/\d+/, last.number + 1);
    link.querySelector(".small")?.remove(); // who deals then
  }
}

// A sheet without deals says what waits for it.
function tellEmpty(deals) {
  const told = document.querySelector("[data-sheet][data-waits] .empty p");
  if (!told) return;
  const count = deals.filter(({ table }) => location.pathname.includes(table)).length;
  told.dataset.plain ??= told.textContent;
  told.textContent = count ? filled(told.closest("[data-sheet]").dataset.waits, { count }) : told.dataset.plain;
}

function say(text) {
  const news = inView("[data-queue-news]");
  if (news.textContent !== text) news.textContent = text;
}

function show() {
  planned = false;
  if (!place()) return;
  const deals = mine();
  const strangers = owners() ? everything().length - deals.length : 0;
  const isQuick = sender.state === "sending" && !sender.isSlow && !deals.some(isForPeople);
  if (isQuick && place().hidden) return; // nothing is said of what takes less than a second
  const text = line(deals, strangers);
  place().querySelector("[data-queue-line]").textContent = text;
  const asks = asksWho(deals, strangers);
  const first = deals.find(isForPeople);
  // Where nobody has to do anything, a few words beside the button of deal entry are enough.
  place().classList.toggle("short", !asks && !first && (deals.length || savedTimer));
  place().querySelector("[data-queue-few]").textContent = deals.length ? filled(place().dataset.few, { count: deals.length }) : text;
  place().querySelector("[data-queue-login]").hidden = !asks || areOfGuests(deals);
  place().querySelector("[data-queue-code]").hidden = !asks || !areOfGuests(deals);
  offer(first);
  list(deals);
  renumber(deals);
  tellEmpty(deals);
  place().classList.toggle("bare", !deals.length);
  place().classList.toggle("done", !deals.length && !strangers);
  place().hidden = !text;
  say(text);
}

function plan() {
  if (!planned) setTimeout(show);
  planned = true;
}

document.addEventListener("queue", plan);
document.addEventListener("htmx:afterSettle", plan); // the sheet has come anew
document.addEventListener("queue:saved", () => {
  if (place()?.hidden ?? true) return;
  clearTimeout(savedTimer);
  savedTimer = setTimeout(() => ((savedTimer = 0), plan()), SAVED);
  for (const sheet of document.querySelectorAll("[data-live]")) sheet.dispatchEvent(new Event("live"));
});
plan();
