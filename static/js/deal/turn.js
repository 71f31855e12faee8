// Who deals after deals that this phone knows, oldest first, chosen in a form. Returns the seat; -1 where nobody here
// knows. An adjustment is dealt by nobody: the turn stays.
export function passTurn(form, deals) {
  const seats = [...form.querySelectorAll("[name=dealer]:not([value=nobody])")];
  const fields = deals.map((deal) => Object.fromEntries(deal.fields));
  const last = fields.findLast(({ dealer, dealer_then: then }) => then || (dealer && dealer !== "nobody"));
  const dealt = seats.findIndex(({ value }) => value === (last?.dealer_then ?? last?.dealer));
  if (dealt < 0) return -1;
  const isAgain = (form.dataset.again ?? "").split(" ").includes(last.void_reason); // nobody played
  const seat = (dealt + (isAgain ? 0 : 1)) % seats.length;
  seats[seat].checked = true;
  return seat;
}
