// The board of a round follows its tables (live.js): a table that changes its state is told to the
// ear and tinted. Press / (keys.js) and a number to go to a table.
import "../live/live.js";
import "./round-clock.js";

const states = () => new Map([...document.querySelectorAll(".tgrid > [data-s]")].map((c) => [c.id, c.dataset.s]));
const isQuiet = (state) => state === "in_play";
let before = null;

function tell() {
  const place = document.querySelector("[data-board-news]");
  const news = [];
  for (const card of document.querySelectorAll(".tgrid > [data-s]")) {
    const was = before.get(card.id);
    if (was === undefined || was === card.dataset.s) continue;
    card.classList.add("new");
    if (isQuiet(card.dataset.s)) continue;
    const state = card.querySelector(".badge").textContent.trim();
    news.push(place.dataset.words.replace("{table}", card.id.slice(1)).replace("{state}", state));
  }
  if (news.length) place.textContent = `${news.join(". ")}.`;
}

document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (target.matches("[data-live]") && detail.shouldSwap) before = states();
});
document.addEventListener("htmx:afterSwap", () => {
  if (before) tell();
  before = null;
});

function go(number) {
  const card = document.querySelector(`.tgrid > #t${number}`);
  if (!card) return false;
  if (!card.getClientRects().length) document.getElementById("f-all").checked = true;
  card.scrollIntoView({ block: "center" });
  document.getElementById(`n${number}`).focus({ preventScroll: true });
  return true;
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-jump-form]")) return;
  const field = event.target.querySelector("[data-jump]");
  const number = field.value.trim();
  event.preventDefault();
  const found = /^[0-9]{1,4}$/.test(number) && go(Number(number));
  field.setCustomValidity(found || !number ? "" : field.dataset.missing);
  field.reportValidity();
  if (found) field.value = "";
});
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-jump]")) target.setCustomValidity("");
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-jump-to]");
  if (link && go(Number(link.dataset.jumpTo))) event.preventDefault();
});
