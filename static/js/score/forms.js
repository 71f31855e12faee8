import { pilesOf } from "./bolognese.js";

// From what is filled in on the page to the record of a deal, as the forms of the games do it on the server.
const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const allChosen = (form, name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map(({ value }) => value);
const said = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== "" && value?.length !== 0));

// Card points as people write them: 40, 40.5, 40,5 or 40½; NaN for other text, which no deal has.
function pointsOf(form) {
  const match = /^(-?\d{1,4})?(?:[.,](\d{1,4})|(½))?$/.exec(form.elements.points.value.replaceAll(" ", ""));
  if (!match) return NaN;
  const [, units = "0", decimals = "0", half] = match;
  return Number(`${units}.${half ? "5" : decimals}`);
}

const common = (form) => ({ taker: chosen(form, "taker"), contract: chosen(form, "contract"), out: allChosen(form, "out") });

// What each player has of a kind: fields that end with the number of the seat.
const bySeat = (form, players, name, entry) =>
  players.flatMap((player, seat) => allChosen(form, `${name}_${seat}`).filter(Boolean).map((value) => entry(player, value)));

const SLAMS = {
  announced_made: ["attack", "announced"],
  unannounced_made: ["attack"],
  announced_failed: ["", "announced"],
  defence_made: ["defence"],
  defence_bid_made: ["defence", "defence_announced"],
  defence_bid_lost: ["", "defence_announced"],
};

function slam(form, name) {
  const [camp, announced] = SLAMS[chosen(form, name)] ?? [""];
  return { [name]: camp, ...(announced && { [`${name}_${announced}`]: true }) };
}

// The suit that is told, of another rank than the usual one where that is told.
function calledCards(form) {
  const cards = ["king", "queen"].slice(0, form.querySelectorAll(".called-card").length).map((usual, place) => {
    const suit = chosen(form, `suit_${place}`);
    return suit ? `${chosen(form, `rank_${place}`) || usual}_${suit}` : null;
  });
  return cards.some(Boolean) ? cards : [];
}

function french(form, players) {
  const points = pointsOf(form);
  const groups = new Set([...form.querySelectorAll("[name^=called_]")].map(({ name }) => name));
  const petit = chosen(form, "petit_au_bout");
  return said({
    ...common(form),
    called: [...groups].map((name) => chosen(form, name)).map((holder) => (holder === "dog" ? null : holder)),
    called_cards: calledCards(form),
    oudlers: Number(chosen(form, "oudlers")),
    which_oudlers: allChosen(form, "which_oudlers"),
    points: chosen(form, "counted") === "defence" ? 91 - points : points,
    petit_au_bout: petit,
    petit_player: petit && chosen(form, "petit_player"),
    poignees: bySeat(form, players, "poignee", (player, size) => ({ player, size })),
    ...slam(form, "chelem"),
    ...slam(form, "petit_chelem"),
    miseres: bySeat(form, players, "misere", (player, kind) => ({ player, kind })),
    parole: allChosen(form, "parole"),
  });
}

function volte(form, players) {
  const accusa = (player, kind) => ({ player, kind });
  const points = pointsOf(form);
  return said({
    ...common(form),
    honours: Number(chosen(form, "honours")),
    [chosen(form, "counted") === "defence" ? "defence_points" : "points"]: Number.isInteger(points) ? points : NaN,
    bagatto_last: chosen(form, "bagatto_last"),
    matto_last: chosen(form, "matto_last"),
    cappotto: chosen(form, "cappotto"),
    accuse: players.flatMap((player, seat) =>
      ["trionfi", "miseria"].flatMap((name) => allChosen(form, `${name}_${seat}`).filter(Boolean).map((kind) => accusa(player, kind))),
    ),
  });
}

// Null for what the server alone can say: a tally beside the points in all, cards of a pile that has none.
function bolognese(form, players) {
  const dealer = chosen(form, "dealer");
  const isByCards = chosen(form, "entry") === "cards";
  const called = chosen(form, "called_out");
  if (isByCards ? isTwofold(form, ["cards", "no_cards"]) : areTalliedTwice(form)) return null;
  const told = { dealer, accusi: accusi(form, players, dealer), ...matchBefore(form) };
  if (called) return said({ ...told, called_out: { player: called, ...(isChecked(form, "first15") && { first15: true }) } });
  const penalties = Object.fromEntries(allChosen(form, "penalties").map((pair) => [pair, "scartini_only"]));
  return said({ ...told, ...(isByCards ? pile(form) : quick(form)), last_trick: chosen(form, "last_trick"), penalties });
}

const isChecked = (form, name) => form.querySelector(`[name="${name}"]`).checked;
const isTwofold = (form, names) => names.every((name) => allChosen(form, name).length);
const whole = (text) => (/^-?\d{1,4}$/.test(text) ? Number(text) : NaN);
const textIn = (form, name) => form.elements[name].value.trim();

const TALLIES = { sequences: "seq", cricche: "cric" }; // how their fields begin

function tally(form, part, pair) {
  const prefix = `${TALLIES[part]}_${pair}_`;
  const told = [...form.querySelectorAll(`[name^="${prefix}"]`)].filter(({ value }) => value);
  return told.map(({ name, value }) => [name.slice(prefix.length), whole(value)]);
}

function areTalliedTwice(form) {
  const isTwice = (part, pair) => textIn(form, `${part}_${pair}`) && tally(form, part, pair).length;
  return Object.keys(TALLIES).some((part) => isTwice(part, "ns") || isTwice(part, "ew"));
}

function quick(form) {
  const countOf = (part, pair) => {
    const tallied = tally(form, part, pair);
    return tallied.length ? Object.fromEntries(tallied) : whole(textIn(form, `${part}_${pair}`) || "0");
  };
  const pairCount = (pair) => {
    const scartini = textIn(form, `scartini_${pair}`);
    return { sequences: countOf("sequences", pair), cricche: countOf("cricche", pair), ...(scartini && { scartini: whole(scartini) }) };
  };
  return { quick: { ns: pairCount("ns"), ew: pairCount("ew") } };
}

// A card passes only between odd piles, whosever they are.
function pile(form) {
  const told = { pair: chosen(form, "pile_pair") || "ns", cards: allChosen(form, "cards") };
  const passed = form.elements.passed_card.value;
  return { pile: told, ...(passed && pilesOf(told).passes && { passed_card: passed }) };
}

// In the order of speaking.
function accusi(form, players, dealer) {
  const first = players.indexOf(dealer) + 1;
  return [...players.slice(first), ...players.slice(0, first)].flatMap((player) => {
    const seat = players.indexOf(player);
    const points = textIn(form, `accuso_points_${seat}`);
    const shown = { cards: allChosen(form, `accuso_cards_${seat}`), only: allChosen(form, `accuso_only_${seat}`) };
    const told = said({ ...shown, points: points && whole(points), void: isChecked(form, `accuso_void_${seat}`) || "" });
    return Object.keys(told).length ? [{ player, ...told }] : [];
  });
}

// Unknown to a page that has gone on without the server.
function matchBefore(form) {
  const { totals, deals } = form.querySelector(".match-line")?.dataset ?? {};
  if (!totals || form.hasAttribute("data-behind")) return {};
  const [ns, ew] = totals.split(" ").map(Number);
  return { totals_before: { ns, ew }, deals_before: Number(deals) };
}

export const recordOf = { bolognese, french, volte };
