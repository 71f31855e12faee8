// From what is filled in on the page to the record of a deal, as the forms of the games do it on the server.
export const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
export const allChosen = (form, name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map(({ value }) => value);
export const said = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== "" && value?.length !== 0));

// Card points as people write them: 40, 40.5, 40,5 or 40½; NaN for other text, which no deal has.
export function pointsOf(form) {
  const match = /^(-?\d{1,4})?(?:[.,](\d{1,4})|(½))?$/.exec(form.elements.points.value.replaceAll(" ", ""));
  if (!match) return NaN;
  const [, units = "0", decimals = "0", half] = match;
  return Number(`${units}.${half ? "5" : decimals}`);
}

export const common = (form) => ({ taker: chosen(form, "taker"), contract: chosen(form, "contract"), out: allChosen(form, "out") });

// What each player has of a kind: fields that end with the number of the seat.
export const bySeat = (form, players, name, entry) =>
  players.flatMap((player, seat) => allChosen(form, `${name}_${seat}`).filter(Boolean).map((value) => entry(player, value)));
