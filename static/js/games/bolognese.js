// The form of a deal of this game becomes its record, which the phone counts.
import { pileIn, show } from "./piles.js";
import { allChosen, chosen, said } from "../score/fields.js";
import { problems as problemsOf, score } from "../score/bolognese.js";
import { matchOn } from "../score/bolognese-match.js";
import { anyOf, offer } from "../score/score.js";
import { filled } from "../score/sums.js";

// twice is what no record has: the field of what is told in two ways.
function record(form, players) {
  const dealer = chosen(form, "dealer");
  const isByCards = chosen(form, "entry") === "cards";
  const called = chosen(form, "called_out");
  const twice = isByCards ? cardsTwice(form) : countsTwice(form);
  const told = { dealer, accusi: accusi(form, players, dealer), ...matchBefore(form), twice };
  if (called) return said({ ...told, called_out: { player: called, ...(isChecked(form, "first15") && { first15: true }) } });
  const penalties = Object.fromEntries(allChosen(form, "penalties").map((pair) => [pair, "scartini_only"]));
  return said({ ...told, ...(isByCards ? pileIn(form) : quick(form)), last_trick: chosen(form, "last_trick"), penalties });
}

const isChecked = (form, name) => form.querySelector(`[name="${name}"]`).checked;
// Cards of a pile that has none.
const cardsTwice = (form) => (["cards", "no_cards"].every((name) => allChosen(form, name).length) ? "no_cards" : "");
const whole = (text) => (/^-?\d{1,4}$/.test(text) ? Number(text) : NaN);
const textIn = (form, name) => form.elements[name].value.trim();

const TALLIES = { sequences: "seq", cricche: "cric" }; // how their fields begin

function tally(form, part, pair) {
  const prefix = `${TALLIES[part]}_${pair}_`;
  const told = [...form.querySelectorAll(`[name^="${prefix}"]`)].filter(({ value }) => value);
  return told.map(({ name, value }) => [name.slice(prefix.length), whole(value)]);
}

// A tally beside the points in all.
function countsTwice(form) {
  const isTwice = ([part, pair]) => textIn(form, `${part}_${pair}`) && tally(form, part, pair).length;
  const parts = ["ns", "ew"].flatMap((pair) => Object.keys(TALLIES).map((part) => [part, pair]));
  return parts.find(isTwice)?.join("_") ?? "";
}

function* problems(context) {
  const { twice } = context.deal;
  if (twice) yield [twice === "no_cards" ? "cards_twice" : "counts_twice", twice];
  yield* problemsOf(context);
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

// Null where a page went on by deals that it does not know.
function matchOf(line) {
  if (!line?.dataset.totals) return null;
  const [ns, ew] = line.dataset.totals.split(" ").map(Number);
  return { totals: { ns, ew }, deals: Number(line.dataset.deals) };
}

function matchBefore(form) {
  const match = matchOf(form.querySelector(".match-line"));
  return match ? { totals_before: match.totals, deals_before: match.deals } : {};
}

// A deal that was not played adds nothing.
function carryMatch(line, deals, { rules }) {
  const played = deals?.filter(({ fields }) => !fields.some(([name]) => name === "void_reason"));
  const before = matchOf(line);
  if (!before || !played?.every(({ adds }) => adds)) return false;
  if (!played.length) return true;
  const { totals, deals: count, missing } = played.reduce((match, { adds }) => matchOn(rules, match, adds), before);
  Object.assign(line.dataset, { totals: `${totals.ns} ${totals.ew}`, deals: count });
  const words = line.dataset.toGo.trim();
  for (const [index, pair] of ["ns", "ew"].entries()) {
    const [total, left] = line.children[index].querySelector("dd").children;
    total.textContent = totals[pair];
    left.textContent = missing ? filled(words, { points: missing[pair] }) : "";
  }
  return true;
}

const settings = {
  ...anyOf("target", "deals", "accuso_doubling", "adjacent_counters"),
  end: ["target", "deals"],
  tie: ["extra_deal", "draw"],
  call_out: ["turn_order", "pair", "off"],
};

offer("bolognese", { carryMatch, problems, record, score, settings, show });

// The names of the pairs stay under what the deal brings, however high that is.
const outcome = document.querySelector(".deal .outcome");
if (outcome) {
  const tell = () => outcome.closest(".deal").style.setProperty("--outcome", `${outcome.offsetHeight}px`);
  new ResizeObserver(tell).observe(outcome);
}
