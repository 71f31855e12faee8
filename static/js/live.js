// A page that changes while one looks at it: [data-live] polls (its hx-trigger has "live"), pauses
// while the page is hidden and asks at once when it is back. Focus and scroll never move; what is
// new is said in words and tinted.
const sheet = () => document.querySelector("[data-sheet]");
const rows = () => [...document.querySelectorAll("[data-sheet] tr[data-deal]")];
const isLive = (element) => element.matches?.("[data-live]");
let before = null;

// The row that one reads: the first one under the totals. On top of the page new deals may push.
function anchor() {
  if (scrollY < 8) return null;
  const edge = document.querySelector("[data-sheet] thead")?.getBoundingClientRect().bottom ?? 0;
  const row = rows().find((each) => each.getBoundingClientRect().bottom > edge);
  return row && { number: row.dataset.deal, top: row.getBoundingClientRect().top };
}

function remember() {
  const wrap = document.querySelector(".sheet-wrap");
  const { latest, revision } = sheet().dataset;
  before = { latest, revision, anchor: anchor(), left: wrap?.scrollLeft, top: wrap?.scrollTop };
}

function putBack({ anchor: place, left, top }) {
  document.querySelector(".sheet-wrap")?.scrollTo({ left, top, behavior: "instant" });
  const row = place && rows().find((each) => each.dataset.deal === place.number);
  if (row) scrollBy({ top: row.getBoundingClientRect().top - place.top, behavior: "instant" });
}

function tell(was) {
  const { latest, revision, news, changed } = sheet().dataset;
  const place = document.querySelector("[data-live-news]");
  if (Number(latest) > Number(was.latest)) {
    place.textContent = news;
    for (const row of rows()) {
      if (Number(row.dataset.deal) >= Number(was.latest)) row.classList.add("new");
    }
  } else if (revision !== was.revision) {
    place.textContent = changed;
  }
}

function noNetwork(isGone) {
  const note = document.querySelector("[data-stale]");
  if (!note || note.hidden !== isGone) return;
  note.hidden = !isGone;
  const lang = document.documentElement.lang;
  const time = new Date().toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  note.lastElementChild.textContent = note.dataset.stale.replace("{time}", time);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && isLive(event.target)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (isLive(target) && detail.shouldSwap) remember();
});
document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  const was = before;
  before = null;
  putBack(was);
  tell(was);
});
document.addEventListener("htmx:sendError", ({ target }) => isLive(target) && noNetwork(true));
document.addEventListener("htmx:afterOnLoad", ({ target }) => isLive(target) && noNetwork(false));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const element of document.querySelectorAll("[data-live]")) {
    element.dispatchEvent(new CustomEvent("live"));
  }
});

// "Deal 12 saved" is said for ten seconds (toast.js), not again when the page is loaded later on.
setTimeout(() => {
  const address = new URL(location.href);
  if (!address.searchParams.has("saved")) return;
  address.searchParams.delete("saved");
  history.replaceState(history.state, "", address);
}, 10_000);
