// A deal that is kept is opened again: here, without asking the server, or by ?kept= on the way in.
import { changed } from "./groups.js";
import { standBefore } from "./next.js";
import { write } from "../offline/queue-form.js";
import { holdOpen } from "../offline/queue-open.js";
import { find } from "../offline/queue-store.js";

const form = document.querySelector("form[data-keeps]");

export function fill({ number, id, fields }) {
  write(form, fields);
  standBefore(form, number);
  form.elements.number.value = number;
  form.elements.request_id.value = id;
  form.querySelector("h1").textContent = form.dataset.title.replace("{number}", number);
  changed(form.querySelector("input[type=text]"));
}

function open(deal) {
  if (!form?.matches("[data-deal]") || deal.table !== form.dataset.keeps || deal.page) return false;
  holdOpen(deal);
  fill(deal);
  return true;
}

document.addEventListener("queue:open", (event) => open(event.detail) && event.preventDefault());

const asked = find(new URL(location.href).searchParams.get("kept"));
if (asked && form) open(asked);
