// A deal in a line, in the words of its chips: "Nadia + Hugo, Garde, 49 points".
import { isShown } from "./deal-groups.js";

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

export function wordsOf(form, submitter) {
  if (submitter?.name === "void_reason") return submitter.textContent.trim();
  const called = [...form.querySelectorAll("[data-group^=called]")];
  const people = ["taker", ...called.map((group) => group.dataset.group)].map((name) => chipOf(form, name));
  const told = [people.filter(Boolean).join(" + "), chipOf(form, "contract"), pointsOf(form)];
  return told.filter(Boolean).join(", ");
}
