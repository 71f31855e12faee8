// The sheet follows the table (live.js): focus and scroll never move; what is new is said in words
// and tinted.
import "../live/live.js";

const sheet = () => document.querySelector("[data-sheet]");
const rows = () => [...document.querySelectorAll("[data-sheet] tr[data-deal]")];
const isLive = (element) => element.matches?.("[data-sheet][data-live]");
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
  const { latest, revision, bid } = sheet().dataset;
  before = { latest, revision, bid, anchor: anchor(), left: wrap?.scrollLeft, top: wrap?.scrollTop };
}

function putBack({ anchor: place, left, top }) {
  document.querySelector(".sheet-wrap")?.scrollTo({ left, top, behavior: "instant" });
  const row = place && rows().find((each) => each.dataset.deal === place.number);
  if (row) scrollBy({ top: row.getBoundingClientRect().top - place.top, behavior: "instant" });
}

function tell(was) {
  const { latest, revision, bid, news, changed } = sheet().dataset;
  const place = document.querySelector("[data-live-news]");
  if (Number(latest) > Number(was.latest)) {
    place.textContent = news;
    for (const row of rows()) {
      if (Number(row.dataset.deal) >= Number(was.latest)) row.classList.add("new");
    }
  } else if (bid && bid !== was.bid) {
    place.textContent = bid;
  } else if (revision !== was.revision) {
    place.textContent = changed;
  }
}

// An answer leaves out the lines that are here and are still the same.
const KEPT = /<template data-kept-from="(\d+)" data-kept-to="(\d+)"><\/template>/;

function lines(from, to) {
  const numberOf = (row) => Number(row.dataset.deal);
  const kept = rows().filter((row) => numberOf(row) >= from && numberOf(row) <= to);
  return kept.sort((a, b) => numberOf(b) - numberOf(a)).map(plain).join(""); // the sheet may be turned for the printer
}

// As the server sends it.
function plain(row) {
  const line = row.cloneNode(true);
  line.classList.remove("sel", "new");
  if (!line.className) line.removeAttribute("class");
  return line.outerHTML;
}

document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (!isLive(target) || !detail.shouldSwap) return;
  remember();
  detail.serverResponse = detail.serverResponse.replace(KEPT, (_, from, to) => lines(Number(from), Number(to)));
});
document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  const was = before;
  before = null;
  const curve = document.querySelector("[data-curve-card]");
  if (curve) curve.hidden = !rows().length;
  putBack(was);
  tell(was);
});

// "Deal 12 saved" is said for ten seconds (toast.js), not again when the page is loaded later on.
setTimeout(() => {
  const address = new URL(location.href);
  if (!address.searchParams.has("saved")) return;
  address.searchParams.delete("saved");
  history.replaceState(history.state, "", address);
}, 10_000);
