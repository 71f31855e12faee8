// After each change the phone says how the deal ends; what it cannot say the server is asked, and without an
// answer that is said. The field that cannot be right is marked.
import { dealForm } from "./groups.js";
import { countHere } from "./here.js";
import { say } from "./verdict.js";

// A bonus stands far from the verdict, in a fold: what is wrong with it is said there too.
function explain(form, bad, words) {
  for (const old of form.querySelectorAll("[data-explained]")) old.remove();
  for (const group of form.querySelectorAll(".fold :is(summary, .chips).invalid")) group.classList.remove("invalid");
  const fields = bad ? [...form.querySelectorAll(`.fold [name="${bad}"]`)] : [];
  if (!fields.length) return;
  const group = fields[0].closest(".chips");
  group.classList.add("invalid");
  group.closest(".fold").querySelector("summary").classList.add("invalid");
  const id = `id_${bad}_error`;
  if (group.parentElement.querySelector(`#${id}`)) return; // the page came with it
  const line = document.createElement("div");
  line.className = "invalid-feedback";
  line.id = id;
  line.dataset.explained = "";
  line.textContent = words;
  group.after(line);
  for (const field of fields) field.setAttribute("aria-describedby", id);
}

function mark(form) {
  const verdict = form.querySelector("#verdict [data-bad]");
  const bad = verdict?.dataset.bad;
  explain(form, bad, verdict?.textContent.trim());
  const { points } = form.elements;
  if (!points) return; // a game without that field
  if (bad === "points") points.setAttribute("aria-invalid", "true");
  else points.removeAttribute("aria-invalid");
}

function unanswered(form, words) {
  if ("fresh" in form.dataset) return; // it was asked for the deal before
  if (countHere(form)) return mark(form);
  say(form, words);
  for (const gain of form.querySelectorAll("#deltas .d:not(.rest)")) gain.textContent = "…";
}

let isSaid = false; // all that is to say: then htmx asks nothing

document.addEventListener("input", ({ target: { form } }) => {
  if (!form?.matches("[data-deal]")) return;
  delete form.dataset.fresh;
  const isCounted = countHere(form);
  if (isCounted) mark(form);
  isSaid = isCounted && !form.elements.asked; // its questions, after it was asked to save
  if (isSaid) form.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} })); // of the state before
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isSaid && event.target.matches?.("[data-deal]")) event.preventDefault();
});
document.addEventListener("htmx:afterSwap", () => {
  const form = dealForm();
  if (form) mark(form);
});
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, ({ target }) => {
    if (target.matches?.("[data-deal]")) unanswered(target, target.dataset.offline);
  });
}
document.addEventListener("htmx:afterOnLoad", ({ target, detail: { xhr } }) => {
  if (xhr.status < 400 || xhr.status === 422) return; // 422 says itself what is wrong
  if (target.matches?.("[data-deal]")) unanswered(target, target.dataset.refused);
});
