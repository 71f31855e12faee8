// A deal in a line, in the words of its chips: "Nadia + Hugo, Garde, oudlers: 2, 49 points". A game without a
// taker says in data-words what its groups tell: "Card count 58 : 29, last trick: Nora and Sergio".
import { isShown } from "../keys.js";

const filled = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

function chipOf(form, name) {
  const label = form.querySelector(`[name="${name}"]:checked`)?.closest("label");
  const words = [...(label?.querySelectorAll(".n") ?? [])];
  return (words.find(isShown) ?? words[0])?.textContent.trim() ?? "";
}

function pointsOf(form) {
  const { points, counted } = form.elements;
  if (!points?.value) return "";
  const text = form.dataset.points.replace("{points}", points.value);
  const side = form.querySelector("[name=counted]:checked")?.closest("label").textContent.trim();
  return counted?.value === "defence" ? `${text} (${side})` : text;
}

function oudlersOf(form) {
  const count = chipOf(form, "oudlers");
  return count && form.dataset.oudlers.replace("{count}", count);
}

// What was typed into the pairs of a group; what is left for the other one shows as a placeholder.
function typedIn(group) {
  const inputs = [...group.querySelectorAll("input[type=text]")];
  if (!inputs.some((input) => input.value)) return "";
  return inputs.map((input) => input.value || input.placeholder).join(" : ");
}

function groupWords(group) {
  if (group.closest(".of-result") && !isShown(group)) return ""; // told in another way
  const chosen = [...group.querySelectorAll("input:checked")].filter((input) => input.value);
  const typed = typedIn(group);
  if (!chosen.length && !typed) return "";
  const name = chosen[0]?.closest("label")?.querySelector(".n")?.textContent.trim() ?? "";
  const count = chosen.filter((input) => input.matches(".chip-input")).length;
  return filled(group.dataset.words, { typed, chosen: name, count });
}

// "Nadia + Hugo", or "Nadia, alone": then the chip that is called is the taker's own.
function people(form) {
  const chosen = (name) => form.querySelector(`[name="${name}"]:checked`)?.value;
  const called = [...form.querySelectorAll("[data-group^=called]")].map((group) => group.dataset.group);
  const others = called.filter((name) => chosen(name) !== chosen("taker"));
  const names = ["taker", ...others].map((name) => chipOf(form, name)).filter(Boolean).join(" + ");
  const alone = called.length && !others.length ? chipOf(form, called[0]).toLowerCase() : "";
  return [names, alone];
}

// What a phone's sheet shows of the deal under its number.
export const contractOf = (form, submitter) => (submitter?.name === "void_reason" ? "" : chipOf(form, "contract"));

export function wordsOf(form, submitter) {
  if (submitter?.name === "void_reason") return submitter.textContent.trim();
  const own = [...form.querySelectorAll("[data-words]")].map(groupWords);
  const told = [...people(form), chipOf(form, "contract"), oudlersOf(form), pointsOf(form), ...own];
  return told.filter(Boolean).join(", ");
}
