// A deal that is kept is opened again: here, without asking the server, or by ?kept= on the way in.
import { changed } from "./groups.js";
import { standBefore } from "./next.js";
import { holdOpen } from "../offline/queue-open.js";
import { find } from "../offline/queue-store.js";

const form = document.querySelector("form[data-keeps]");

export function fill({ number, id, fields }) {
  const told = (input) => fields.some(([name, value]) => name === input.name && value === input.value);
  for (const input of form.querySelectorAll(".chip-input")) input.checked = told(input) || isNone(input);
  for (const option of form.querySelectorAll("select option")) {
    option.selected = fields.some(([name, value]) => name === option.closest("select").name && value === option.value);
  }
  for (const input of form.querySelectorAll("input[type=text]")) {
    input.value = fields.find(([name]) => name === input.name)?.[1] ?? "";
  }
  for (const box of form.querySelectorAll("[type=checkbox]:not(.chip-input)")) box.checked = told(box);
  for (const input of form.querySelectorAll("[data-told]")) {
    input.value = fields.find(([name]) => name === input.name)?.[1] ?? "";
  }
  standBefore(form, number);
  form.elements.number.value = number;
  form.elements.request_id.value = id;
  form.querySelector("h1").textContent = form.dataset.title.replace("{number}", number);
  changed(form.querySelector("input[type=text]"));

  function isNone(input) {
    return input.value === "" && !fields.some(([name, value]) => name === input.name && value);
  }
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
