// Boards for spectators and screens follow their tables (live.js): what is new is said in words and tinted.
import "./live.js";

const panels = () => [...document.querySelectorAll("[data-watch]")];
let before = null;

function tell(was) {
  const place = document.querySelector("[data-live-news]");
  const news = [];
  let isChanged = false;
  for (const panel of panels()) {
    const { watch, latest, revision, bid } = panel.dataset;
    const known = was.get(watch);
    if (!known) continue;
    if (Number(latest) > Number(known.latest)) {
      news.push(panel.dataset.news);
      panel.querySelector("[data-newest]")?.classList.add("new");
    } else if (bid && bid !== known.bid) {
      news.push(bid);
    } else if (revision !== known.revision) {
      isChanged = true;
    }
  }
  if (news.length) place.textContent = news.join(" ");
  else if (isChanged) place.textContent = place.dataset.changed;
}

document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (!target.matches("[data-live]") || !detail.shouldSwap) return;
  before = new Map(panels().map((panel) => [panel.dataset.watch, { ...panel.dataset }]));
});
document.addEventListener("htmx:afterSwap", () => {
  if (before) tell(before);
  before = null;
});
