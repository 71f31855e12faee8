// What is typed of a deal stays on the phone, for when the page is loaded anew before it is saved. It is for whoever
// typed it, for that deal, and for seats and rules as they were.
import { dealOf } from "./queue-form.js";
import { draftOf, find, forgetDraft, noteDraft, owners } from "./queue-store.js";

// A deal that is kept and was opened again is in the queue already.
function keepDraft(form) {
  const deal = dealOf(form, null, { ground: form.dataset.ground });
  if (deal.owner && !find(deal.id)) noteDraft(form.dataset.draft, deal);
}

// Under the id of the page: two tabs that show one draft save two deals, of which the second is asked about.
function draftFor(form) {
  const draft = draftOf(form.dataset.draft);
  const { number, request_id: id } = form.elements;
  const isOurs = draft && owners()?.includes(draft.owner);
  const isSame = isOurs && draft.number === Number(number.value) && draft.ground === form.dataset.ground;
  return isSame ? { ...draft, id: id.value } : null;
}

export const dropDraft = (form) => forgetDraft(form.dataset.draft);

// isTyped says of a form whether it holds what is not saved yet; fill puts a draft into it. A page that comes with a deal
// keeps it so.
export function withDraft(form, { isTyped, fill }) {
  const draft = "fresh" in form.dataset && !isTyped(form) ? draftFor(form) : null;
  const note = () => (isTyped(form) ? keepDraft(form) : dropDraft(form));
  if (draft) fill(draft);
  else note();
  form.addEventListener("input", note);
}
