// Pages that change while one looks at them: [data-live] polls (its hx-trigger has "live"). It
// pauses while the page is hidden, or one is signed out, and asks at once when the page or the
// network is back. When no answer comes the page says how old it is: the elements of
// data-live-state take turns.
import { wallTime } from "../rounds/clock.js";

const PATIENCE = 5000; // ms
const TODAY = 12 * 3_600_000; // ms, for which a time of day is enough
const isLive = (element) => element?.matches?.("[data-live]");
const isAway = (element) => element.closest("[hidden]") !== null; // of the other view of a table (views.js)
const live = () => [...document.querySelectorAll("[data-live]")];
const isWatched = () => live().some((element) => !isAway(element));
let answered = Date.now();
let awake = Date.now();
let isSignedOut = false;

function tell(state, words) {
  for (const place of document.querySelectorAll("[data-live-state]")) {
    place.hidden = place.dataset.liveState !== state;
    if (!place.hidden && words) place.lastElementChild.textContent = words;
  }
}

function stale() {
  const words = document.querySelector("[data-stale]")?.dataset.stale ?? "";
  tell("stale", words.replace("{time}", moment(answered)));
}

function moment(time) {
  if (Date.now() - time < TODAY) return wallTime(time);
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

// The service worker shows what it kept.
function showAge() {
  answered = Number(document.documentElement.dataset.copy);
  stale();
}

function ask() {
  awake = Date.now();
  isSignedOut = false;
  for (const element of live()) element.dispatchEvent(new CustomEvent("live"));
}

// The last state stays, and nothing is asked any more.
function end(element, words) {
  const still = element.cloneNode(true);
  for (const name of ["data-live", "hx-get", "hx-trigger"]) still.removeAttribute(name);
  still.querySelector("[data-next]")?.remove(); // of a board: nobody deals any more
  element.replaceWith(still);
  for (const button of document.querySelectorAll("[data-new-deal]")) button.hidden = true;
  tell("over", words);
}

document.addEventListener("copy:shown", showAge); // not "copy", which is the clipboard's
if ("copy" in document.documentElement.dataset) showAge();
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (isLive(detail.elt)) detail.timeout = PATIENCE;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const { target, detail } = event;
  const isTold = detail.requestConfig.triggeringEvent?.type === "live"; // that something has changed
  const isIdle = document.hidden || isSignedOut || (isAway(target) && !isTold);
  if (isLive(target) && isIdle) event.preventDefault();
});
document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr, requestConfig } }) => {
  const { elt } = requestConfig;
  if (!isLive(elt)) return;
  const isText = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  if (xhr.status === 410) end(elt, isText ? xhr.responseText : "");
  else if (xhr.status === 401) isSignedOut = true; // signed-out.js says so
  if (xhr.status >= 400) return;
  answered = Date.now();
  tell(isWatched() ? "fresh" : "over");
});
document.addEventListener("htmx:responseError", ({ target }) => isLive(target) && stale());
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, ({ target }) => isLive(target) && stale());
}
document.addEventListener("visibilitychange", () => document.hidden || ask());
addEventListener("online", ask);
setInterval(() => {
  const waited = Date.now() - Math.max(answered, awake);
  if (isWatched() && !document.hidden && !isSignedOut && waited > 2 * PATIENCE) stale();
}, 1000);
