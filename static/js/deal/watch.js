// While a deal is typed the page asks whether another phone has saved it, and says so. What was
// typed stays as it is; what one has read and closed is not said again.
import "../live/live.js";

const note = () => document.querySelector("[data-deal-news]");
let read = "";

// While the table takes no deal nothing is saved; a preview may have drawn the button anew.
function lock() {
  const isOver = document.querySelector("#deal-over")?.childElementCount > 0; // away where views.js failed
  for (const button of document.querySelectorAll("[data-deal] [data-save]")) button.disabled = isOver;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-deal-news-close]")) return;
  read = note().textContent;
  note().remove();
});
document.addEventListener("htmx:afterSwap", () => {
  if (note()?.textContent === read) note().remove();
  lock();
});

// The form may be for another deal by now, or have its id from the phone (deal-next.js).
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== "deal-news") return;
  const { number, request_id } = detail.elt.closest("form").elements;
  const { pathname, searchParams: asked } = new URL(detail.path, location.href);
  if (asked.get("number") === number.value && asked.get("request_id") === request_id.value) return;
  detail.path = `${pathname}?number=${number.value}&request_id=${request_id.value}`;
});
