// The form of a deal of this game becomes its record, which the phone counts.
import { allChosen, chosen, said } from "../score/fields.js";
import { pilesOf, problems, score } from "../score/bolognese.js";
import { anyOf, offer } from "../score/score.js";

// Null for what the server alone can say: a tally beside the points in all, cards of a pile that has none.
function record(form, players) {
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

const settings = {
  ...anyOf("target", "deals", "accuso_doubling", "adjacent_counters"),
  end: ["target", "deals"],
  tie: ["extra_deal", "draw"],
  call_out: ["turn_order", "pair", "off"],
};

offer("bolognese", { problems, record, score, settings });

// The names of the pairs stay under what the deal brings, however high that is.
const outcome = document.querySelector(".deal .outcome");
if (outcome) {
  const tell = () => outcome.closest(".deal").style.setProperty("--outcome", `${outcome.offsetHeight}px`);
  new ResizeObserver(tell).observe(outcome);
}
