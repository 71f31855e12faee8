// The phone counts each change at once, also without the network, and asks the server only what it cannot say
// itself. Saved deals are counted by the server alone.
import { dealForm, gapIn } from "./groups.js";
import { clearGains, say } from "./verdict.js";
import { isShown } from "../keys.js";
import { grouped, signed } from "../numbers.js";
import { canCount, carryMatch, judge, problemsOf, recordOf, showMore } from "../score/score.js";
import { filled, matchText, sumText } from "../score/sums.js";
import { lineOf } from "../sheet/line.js";

// game, players in seat order, how many play a deal, rules, words, and those of the line on the sheet; null for what the
// phone cannot count, also because the script of the game did not come.
const told = JSON.parse(document.querySelector("#deal-table")?.textContent ?? "null");
const table = canCount(told) ? told : null;

const recordIn = (form) => recordOf(table, form);

// What the page says so far: {problems} or {scores, …}; null while something is missing, and where the phone
// cannot count.
function judgedHere(form) {
  if (!table || gapIn(form)) return null;
  const { active, players } = table;
  const record = recordIn(form);
  const isSeated = players.length - (record.out?.length ?? 0) === active; // else it is asked who rests
  return isSeated ? judge(table, record) : null;
}

// What the phone keeps of the deal that is being saved: scores by player, null where it cannot count them, what it adds
// to a match, and its line of the sheet.
export function countedHere(form, submitter) {
  if (table && submitter?.name === "void_reason") return { scores: Object.fromEntries(table.players.map((name) => [name, 0])) };
  const { scores, adds, outcome } = judgedHere(form) ?? {};
  if (!scores) return { scores: null };
  return { scores: Object.fromEntries(scores), adds, line: lineOf(table, form, recordIn(form), outcome) };
}

// Whether the line of the match is that of the next deal now; deals are null where one of them is not known.
export const carryMatchHere = (line, deals) => Boolean(table) && carryMatch(table, line, deals);

// What is wrong whatever the rest of the deal may be.
const CERTAIN = [
  ...["points_out_of_range", "points_not_half_step", "points_half_not_allowed"],
  ...["scartini_impossible", "scartini_sum", "sequences_impossible", "cricche_impossible", "cricche_conflict", "sequences_conflict"],
  ...["cards_twice", "counts_twice"],
];

// What stands under the fields of a game, where nothing is told yet.
export function clearMore(form) {
  for (const judged of form.querySelectorAll("[data-judged]")) judged.replaceChildren();
  if (table) showMore(table, form);
}

const gainClass = (number) => (number > 0 ? "gain" : number < 0 ? "loss" : "zero");

export function spoken(number) {
  if (!table) return signed(number);
  const words = number > 0 ? table.words.plus : table.words.minus;
  return number ? filled(words, { number: grouped(Math.abs(number)) }) : "0";
}

function span(className, text) {
  return Object.assign(document.createElement("span"), { className, textContent: text });
}

function showGain(item, number) {
  const seen = span("", signed(number));
  seen.setAttribute("aria-hidden", "true");
  const gain = span(`num ${gainClass(number)} d`, "");
  gain.append(seen, span("vh", spoken(number)));
  item.querySelector(".d").replaceWith(gain);
}

function showLine(form, tone, text, { bad, sum = "" }) {
  const line = document.querySelector(`template[data-verdict="${tone}"]`).content.firstElementChild.cloneNode(true);
  line.querySelector("span").textContent = text;
  if (sum) line.append(span("sumup", sum));
  if (bad) line.dataset.bad = bad;
  if (bad === "points") line.id = "id_points_error";
  form.querySelector("#verdict").replaceChildren(line);
}

function sumup(form, { sum, match }) {
  if (!sum) return match ? matchText(match, table.words, table.pairs) : "";
  const names = [...form.querySelectorAll("#deltas .who")].map((who, seat) => [table.players[seat], who.textContent]);
  return sumText(sum, table.words, Object.fromEntries(names));
}

function showOutcome(form, judged) {
  const { code, tone, values } = judged.outcome;
  const { outcomes } = table.words;
  const isTheirs = form.elements.counted?.value === "defence";
  const text = (isTheirs && outcomes[`${code}_of_defence`]) || outcomes[code];
  showLine(form, tone, filled(text, { ...values, pair: table.pairs?.[values.better] }), { sum: sumup(form, judged) });
}

// The parts of a pair's total as a sum, those that bring something.
function showPairs(form, { parts, totals }) {
  for (const [index, item] of [...form.querySelectorAll("#deltas > li")].entries()) {
    const pair = Object.keys(table.pairs)[index];
    const terms = Object.values(parts[pair]).filter(Boolean);
    showGain(item, totals[pair]);
    item.querySelector("[data-terms]").textContent = terms.length > 1 ? terms.join(" + ") : "";
  }
}

function showScores(form, { scores, attack }) {
  for (const [seat, item] of [...form.querySelectorAll("#deltas > li")].entries()) {
    const player = table.players[seat];
    if (item.classList.contains("rests")) continue;
    item.classList.toggle("camp-a", attack.includes(player));
    showGain(item, scores.get(player));
  }
}

const limitWords = (limits) =>
  [filled(table.words.limits[limits.oudlers], limits), ...(limits.isContre ? [table.words.contre] : [])].join(" ");

function showProblem(form, [code, path, limits]) {
  const words = limits ? limitWords(limits) : table.words.problems[code];
  if (!words) return false;
  const bad = path.replace(/[[.].*/, "").replace(/(_defence)?_announced$/, "").replace("defence_points", "points").replace("called_cards", "suit_1");
  showLine(form, "bad", words, { bad });
  return true;
}

// What no deal has; else what is missing.
function sayMissing(form) {
  const gap = gapIn(form);
  if (!gap) return false;
  const wrong = problemsOf(table, recordIn(form)).find(([code]) => CERTAIN.includes(code));
  if (!wrong || !showProblem(form, wrong)) say(form, gap.dataset.gap);
  return true;
}

// Whether the page says all that is to say of the deal so far; else the server is to be asked.
export function countHere(form) {
  if (!table) return false;
  showMore(table, form);
  const judged = judgedHere(form);
  clearGains(form); // an earlier state must not stand beside a question or a mistake
  if (!judged) return sayMissing(form);
  if (judged.problems) return showProblem(form, judged.problems[0]);
  showOutcome(form, judged);
  if (judged.totals) showPairs(form, judged);
  else showScores(form, judged);
  return true;
}

// An answer that did not come while the sheet was shown (views.js) could not know what is missing.
document.addEventListener("view", () => {
  const form = dealForm();
  if (form && isShown(form) && !("fresh" in form.dataset)) countHere(form);
});
