// The phone counts each change at once, also without the network. The server's answer comes after it and has
// the last word; saved deals are counted by the server alone.
import { dealForm, gapIn, isShown } from "./groups.js";
import { recordOf } from "../score/forms.js";
import { clearGains, say } from "./verdict.js";
import { grouped, signed } from "../numbers.js";
import { judge } from "../score/score.js";

// game, players in seat order, how many play a deal, rules, and words; null for what the phone cannot count.
const table = JSON.parse(document.querySelector("#deal-table")?.textContent ?? "null");
const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

// What the page says so far: {problems} or {scores, …}; null while something is missing, or where the page
// belongs to a game that the phone cannot count.
function judgedHere(form) {
  if (!table || gapIn(form)) return null;
  const { game, players, active, rules } = table;
  const record = recordOf[game](form, players);
  const isSeated = players.length - (record.out?.length ?? 0) === active; // else it is asked who rests
  return isSeated ? judge(game, players, rules, record) : null;
}

// By player, as the phone counts the deal that is being saved; null where it cannot.
export function scoresHere(form, submitter) {
  if (table && submitter?.name === "void_reason") return Object.fromEntries(table.players.map((name) => [name, 0]));
  const scores = judgedHere(form)?.scores;
  return scores ? Object.fromEntries(scores) : null;
}

const gainClass = (number) => (number > 0 ? "gain" : number < 0 ? "loss" : "zero");

export function spoken(number) {
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

function showLine(form, tone, text, bad) {
  const line = document.querySelector(`template[data-verdict="${tone}"]`).content.firstElementChild.cloneNode(true);
  line.querySelector("span").textContent = text;
  if (bad) line.dataset.bad = bad;
  if (bad === "points") line.id = "id_points_error";
  form.querySelector("#verdict").replaceChildren(line);
}

function showScores(form, { scores, attack }) {
  for (const [seat, item] of [...form.querySelectorAll("#deltas > li")].entries()) {
    const player = table.players[seat];
    if (item.classList.contains("rests")) continue;
    item.classList.toggle("camp-a", attack.includes(player));
    showGain(item, scores.get(player));
  }
}

function showProblem(form, [code, path]) {
  const words = table.words.problems[code];
  if (!words) return false;
  showLine(form, "bad", words, path.replace(/[[.].*/, "").replace(/(_defence)?_announced$/, "").replace("defence_points", "points").replace("called_cards", "suit_1"));
  return true;
}

// Whether the page says it now; else the server does, which may know more of a deal that is not complete.
function countHere(form) {
  if (!table) return false;
  const judged = judgedHere(form);
  clearGains(form); // an earlier state must not stand beside a question or a mistake
  if (!judged) return false;
  if (judged.problems) return showProblem(form, judged.problems[0]);
  const { code, tone, values } = judged.outcome;
  showLine(form, tone, filled(table.words.outcomes[code], values));
  showScores(form, judged);
  return true;
}

// The same where no server answers: then the page asks for what is missing.
export function countAlone(form) {
  if (countHere(form)) return true;
  const gap = table && gapIn(form);
  if (gap) say(form, gap.dataset.gap);
  return Boolean(gap);
}

// An answer that did not come while the sheet was shown (views.js) could not know what is missing.
document.addEventListener("view", () => {
  const form = dealForm();
  if (form && isShown(form) && !("fresh" in form.dataset)) countAlone(form);
});
document.addEventListener("input", ({ target }) => {
  const form = dealForm();
  if (form && form === target.form) countHere(form);
});
