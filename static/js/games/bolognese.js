// The form of a deal of this game becomes its record, which the phone counts.
import { pileIn, show } from "./piles.js";
import { allChosen, chosen, said } from "../score/fields.js";
import { problems as problemsOf, score } from "../score/bolognese.js";
import { matchOn, PAIRS } from "../score/bolognese-match.js";
import { anyOf, offer } from "../score/score.js";
import { filled, matchText } from "../score/sums.js";

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

const countIn = ([one, many], count) => (count === 1 ? one : many).replace(/\d+/, count).trim();

// The board of the sheet says more than the line of deal entry: which match it is, and what was won.
function showBoard(board, { over, deals, totals }, { words: { matches }, pairs }) {
  const { dataset: words } = board.querySelector("[data-goes-on]");
  const [title, count] = board.querySelector("h2").children;
  title.textContent = words.title.replace("{number}", Number(words.number) + over.length);
  count.textContent = countIn([words.deal, words.deals], deals);
  for (const [index, pair] of PAIRS.entries()) {
    const side = board.querySelector(".match-line").children[index];
    const leads = totals[pair] > totals[PAIRS[1 - index]];
    side.classList.toggle("leads", leads);
    side.querySelector("dt .vh").hidden = !leads;
    const won = side.querySelector("[data-won]");
    const wins = Number(won.dataset.won) + over.filter(({ winner }) => winner === pair).length;
    won.textContent = wins ? countIn([words.win, words.wins], wins) : "";
  }
  board.querySelector("[data-news]")?.remove(); // it was of the match as it stood
  if (!over.length) return;
  const last = board.querySelector("[data-last]");
  last.textContent = words.before.replace("{ending}", matchText(over.at(-1), { matches }, pairs));
  last.hidden = false;
}

// A deal that was not played adds nothing.
function carryMatch(line, deals, table) {
  const played = deals?.filter(({ fields }) => !fields.some(([name]) => name === "void_reason"));
  const before = matchOf(line);
  if (!before || !played?.every(({ adds }) => adds)) return false;
  if (!played.length) return true;
  const over = [];
  const { totals, deals: count, missing } = played.reduce((match, { adds }) => {
    const next = matchOn(table.rules, match, adds);
    if (next.over) over.push(next.over);
    return next.match;
  }, before);
  Object.assign(line.dataset, { totals: `${totals.ns} ${totals.ew}`, deals: count });
  const words = line.dataset.toGo.trim();
  for (const [index, pair] of PAIRS.entries()) {
    const [total, left] = line.children[index].querySelector("dd").children;
    total.textContent = totals[pair];
    left.textContent = missing ? filled(words, { points: missing[pair] }) : "";
  }
  const board = line.closest("#match");
  if (board) showBoard(board, { over, deals: count, totals }, table);
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
