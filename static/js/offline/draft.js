// What is typed of a deal stays on the phone, for when the page is loaded anew before it is saved. It is for whoever
// typed it, for that deal, and for seats and rules as they were.
import { dealOf } from "./queue-form.js";
import { draftOf, find, noteDraft, owners } from "./queue-store.js";

// A deal that is kept and was opened again is in the queue already.
export function keepDraft(form) {
  const deal = dealOf(form, null, { ground: form.dataset.ground });
  if (deal.owner && !find(deal.id)) noteDraft(deal);
}

// Under the id of the page: two tabs that show one draft save two deals, of which the second is asked about.
export function draftFor(form) {
  const draft = draftOf(form.dataset.keeps);
  const { number, request_id: id } = form.elements;
  const isOurs = draft && owners()?.includes(draft.owner);
  const isSame = isOurs && draft.number === Number(number.value) && draft.ground === form.dataset.ground;
  return isSame ? { ...draft, id: id.value } : null;
}
