// Asks the server what the rows say and puts it beside them; the cells themselves are left alone.
// Only rows from the first changed one on are asked for: those above cannot say anything else.
import { formOf, grow, isCell, rowsOf } from "./grid.js";
import { tellSignedOut } from "../signed-out.js";

const PAUSE = 150; // ms after the last key
let since = Infinity;
let timer = 0;
let asked = null;

function put(here, there) {
  if (here.className !== there.className) here.className = there.className;
  if (here.innerHTML !== there.innerHTML) here.replaceChildren(...there.childNodes);
}

const isInView = (element) => element.getBoundingClientRect().bottom <= innerHeight;

// Rows grow by what they say: the cell with the cursor stays above the dock.
function stay(change) {
  const cell = isCell(document.activeElement) && isInView(document.activeElement) && document.activeElement;
  change();
  if (cell) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function merge(form, text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const there of page.querySelectorAll("[data-says]")) {
    const here = document.getElementById(there.id);
    if (here) put(here, there);
  }
  for (const there of page.querySelectorAll("input")) {
    const here = form.elements[there.name];
    if (!here) continue;
    here.placeholder = there.placeholder;
    if (there.ariaInvalid) here.setAttribute("aria-invalid", "true");
    else here.removeAttribute("aria-invalid");
  }
}

export function say(form, words) {
  const line = document.createElement("p");
  line.className = "verdict v-ask";
  line.textContent = words;
  form.querySelector("#bulk-verdict").replaceChildren(line);
}

async function fetchRows(form) {
  const from = Math.min(since, rowsOf(form).length);
  since = Infinity;
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  const body = new FormData(form);
  body.delete("pasted");
  try {
    const answer = await fetch(`${form.dataset.preview}?since=${from}`, {
      method: "POST", body, headers: { "HX-Request": "true" }, signal: mine.signal,
    });
    const text = await answer.text();
    if (answer.status === 401) tellSignedOut();
    else if (!answer.ok) say(form, form.dataset.refused);
    else if (form.isConnected) stay(() => merge(form, text));
  } catch (error) {
    since = Math.min(since, from);
    if (error.name !== "AbortError") say(form, form.dataset.offline);
  }
}

// since: the first row that has changed; Infinity for the line under the grid alone.
export function ask(from) {
  since = Math.min(since, from);
  clearTimeout(timer);
  timer = setTimeout(() => formOf() && fetchRows(formOf()), PAUSE);
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form[data-bulk]");
  if (!form || target.name === "pasted") return;
  const row = target.closest("tr[data-row]");
  if (row) grow(form);
  ask(row ? rowsOf(form).indexOf(row) : Infinity);
});
document.addEventListener("bulk", ({ detail }) => ask(detail));
document.addEventListener("focusin", ({ target }) => {
  const row = target.closest?.("[data-bulk] tr[data-row]");
  if (!row) return;
  const { current } = target.form.elements;
  const index = String(rowsOf(target.form).indexOf(row));
  if (current.value === index) return;
  current.value = index;
  ask(Infinity);
});
addEventListener("online", () => formOf() && ask(0));
