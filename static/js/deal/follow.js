// Keeps the page in step with the table: after each deal that is saved, here or on another phone, it asks
// the server for its page of the next deal and takes over totals, last deal and, where nothing is typed yet,
// which deal it is and who deals. A change of seats or rules loads the page anew.
import { adopt, isTouched } from "./next.js";
import { entryUrl } from "../offline/queue-post.js";
import { ofTable } from "../offline/queue-store.js";

const form = document.querySelector("form[data-keeps]");
let isAsking = false;
let heard = form?.dataset.revision; // by the poll beside the form

const numberOf = (page) => Number(page?.elements.number.value);
const isWaiting = () => ofTable(form.dataset.keeps).length > 0;

function replace(fresh, selector) {
  const theirs = fresh.querySelector(selector);
  if (theirs) form.querySelector(selector)?.replaceWith(theirs);
}

function showTotals(fresh) {
  for (const chip of form.querySelectorAll(".taker .chip")) {
    const { value } = chip.querySelector(".chip-input");
    replace(fresh, `.taker .chip:has([value="${value}"]) small`);
  }
  const match = fresh.querySelector(".match-line");
  if (match) {
    form.querySelector(".match-line").replaceWith(match);
    form.querySelector("[data-as-of]").hidden = true;
  }
  replace(fresh, "#deal-last");
  form.toggleAttribute("data-behind", false);
  document.querySelector("[data-sheet]")?.dispatchEvent(new Event("live")); // the other view (views.js)
}

// Seats and rules of the page, which only a new page can follow.
const ground = (page) => `${page.elements.seating.value} ${page.querySelector("#deal-table")?.textContent}`;

function show(fresh) {
  if (!(numberOf(fresh) >= numberOf(form))) return; // one more deal was entered meanwhile
  form.dataset.revision = fresh.dataset.revision;
  const isFree = !isTouched(form);
  if (isFree && ground(fresh) !== ground(form)) return location.reload();
  if (isFree && numberOf(fresh) > numberOf(form)) adopt(form, fresh);
  return showTotals(fresh);
}

export async function follow() {
  if (isAsking || isWaiting()) return;
  isAsking = true;
  try {
    const answer = await fetch(entryUrl(form.dataset.keeps));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page.querySelector("form[data-keeps]"));
  } catch {
    // no network: asked again as soon as the queue moves
  }
  isAsking = false;
}

if (form) {
  document.addEventListener("queue", () => form.hasAttribute("data-behind") && follow());
  document.addEventListener("htmx:afterSwap", () => {
    const { revision } = document.querySelector("#deal-news")?.dataset ?? {};
    if (!revision || revision === heard) return;
    heard = revision;
    if (heard !== form.dataset.revision) follow();
  });
  form.addEventListener("input", () => {
    const last = document.querySelector("#deal-last");
    if (last) last.hidden = true; // its place is that of what this deal brings
  });
}
