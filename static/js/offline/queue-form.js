// A form whose deal the queue sends (deal/keep.js, deal/keep-scores.js).
import { token } from "../csrf.js";
import { sendNow } from "./queue-send.js";
import { change, owners } from "./queue-store.js";

const OWN = ["csrfmiddlewaretoken", "number", "request_id", "settles", "scores_shown"];

// What the phone keeps of the deal. about: what the page knows of it beside its fields.
export function dealOf(form, submitter, about) {
  const fields = [...new FormData(form, submitter)].filter(([name]) => !OWN.includes(name));
  const { number, request_id: id } = form.elements;
  const { keeps: table, place } = form.dataset;
  const [owner] = owners() ?? [];
  return { id: id.value, owner, table, number: Number(number.value), fields, place, ...about };
}

// Puts the fields of a deal into a form.
export function write(form, fields) {
  const isTold = ({ name, value }) => fields.some((field) => field[0] === name && field[1] === value);
  const told = ({ name }) => fields.find((field) => field[0] === name)?.[1] ?? "";
  const isNone = (input) => input.value === "" && !told(input);
  for (const input of form.querySelectorAll(".chip-input")) input.checked = isTold(input) || isNone(input);
  for (const option of form.querySelectorAll("select option")) {
    option.selected = isTold({ name: option.closest("select").name, value: option.value });
  }
  for (const input of form.querySelectorAll("input[type=text], [data-told]")) input.value = told(input);
  for (const box of form.querySelectorAll("[type=checkbox]:not(.chip-input)")) box.checked = isTold(box);
}

// Sends it now. Returns the address that the server goes on to; empty where it does not have the deal.
export async function sendDeal({ id }) {
  let url = "";
  const hear = ({ detail }) => (url ||= detail.id === id ? detail.url : "");
  document.addEventListener("queue:saved", hear);
  await sendNow(id);
  document.removeEventListener("queue:saved", hear);
  return url;
}

function addHidden(form, name, value) {
  form.querySelector(`input[type=hidden][name="${name}"]`)?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// What the phone showed goes with the deal in each way of sending it (queue-post.js): the server compares it.
export const addScores = (form, { scores }) => addHidden(form, "scores_shown", scores ? JSON.stringify(scores) : "");

// The server's page with what is wrong or asked, as without script.
export function sendAsForm(form, deal, submitter) {
  if (deal.held.kind === "asks") change(deal.id, { isShown: true });
  form.elements.number.value = deal.number;
  form.elements.csrfmiddlewaretoken.value = token();
  if (submitter?.name) addHidden(form, submitter.name, submitter.value);
  addScores(form, deal);
  form.submit();
}
