// Keeps the page in step with the table: after each deal that is saved, here or on another phone, it asks
// the server for the parts of its next page that follow from it, and takes over totals, last deal and, where
// nothing is typed yet, which deal it is and who deals. A change of seats or rules loads the page anew.
import { adopt, isTouched } from "./next.js";
import { token } from "../csrf.js";
import { isShown } from "../keys.js";
import { entryUrl } from "../offline/queue-post.js";
import { ofTable } from "../offline/queue-store.js";

const form = document.querySelector("form[data-keeps]");
let isAsking = false;
let isAskedAgain = false; // while it asks
let heard = form?.dataset.revision; // by the poll beside the form

const numberOf = (page) => Number(page?.elements.number.value);
const isWaiting = () => ofTable(form.dataset.keeps).length > 0;

function showTotals(fresh) {
  for (const chip of form.querySelectorAll(".taker .chip")) {
    const { value } = chip.querySelector(".chip-input");
    const theirs = fresh.querySelector(`.taker .chip:has([value="${value}"]) small`);
    if (theirs) chip.querySelector("small").replaceWith(theirs);
  }
  const match = fresh.querySelector(".match-line");
  if (match) {
    form.querySelector(".match-line").replaceWith(match);
    form.querySelector("[data-as-of]").hidden = true;
  }
  showLast(fresh);
  form.toggleAttribute("data-behind", false);
  document.querySelector("[data-sheet]")?.dispatchEvent(new Event("live")); // the other view (views.js)
}

// Its parts stay: only of what changes in it a live region speaks.
function showLast(fresh) {
  for (const part of ["#deal-last > p", "#deal-last > span"]) {
    const theirs = fresh.querySelector(part);
    if (theirs) form.querySelector(part)?.replaceChildren(...theirs.childNodes);
  }
  const last = form.querySelector("#deal-last");
  if (last) last.hidden = isTouched(form);
}

function show(fresh) {
  if (!(numberOf(fresh) >= numberOf(form))) return; // one more deal was entered meanwhile
  form.dataset.revision = fresh.dataset.revision;
  const isFree = !isTouched(form);
  if (isFree && fresh.dataset.ground !== form.dataset.ground) return leave(); // other seats, or rules
  if (isFree) {
    adopt(form, fresh);
    form.dispatchEvent(new Event("adopt"));
  }
  return showTotals(fresh);
}

// For a page with other seats or rules; from the sheet once one goes to deal entry (views.js).
function leave() {
  if (isShown(form)) location.reload();
  else form.dataset.stale = "";
}

export async function follow() {
  isAskedAgain = isAsking;
  if (isAsking || isWaiting()) return;
  isAsking = true;
  try {
    const answer = await fetch(`${entryUrl({ table: form.dataset.keeps })}follow/`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!isWaiting()) show(page.querySelector("form[data-keeps]")); // it may have a deal that waits here
  } catch {
    // no network: asked again as soon as the queue moves
  }
  isAsking = false;
  if (isAskedAgain) await follow();
}

if (form) {
  document.addEventListener("queue", () => form.hasAttribute("data-behind") && follow());
  document.addEventListener("htmx:afterSwap", () => {
    const { revision } = document.querySelector("#deal-news")?.dataset ?? {};
    if (!revision || revision === heard) return;
    heard = revision;
    if (heard !== form.dataset.revision && "goesOn" in form.dataset) follow();
  });
  // The page may be hours old, and somebody signed in again since.
  document.addEventListener("submit", ({ target }) => {
    if (target.id === "deal-undo") target.elements.csrfmiddlewaretoken.value = token();
  });
  form.addEventListener("input", () => {
    const last = document.querySelector("#deal-last");
    if (last) last.hidden = true; // its place is that of what this deal brings
  });
}
