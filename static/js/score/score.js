// Counts a deal on the phone, without the network. The server is the judge: it counts again when the deal
// arrives. tests/browser/tables/test_phone_scores.py holds both to each other.
import * as bolognese from "./bolognese.js";
import * as french from "./french.js";
import * as volte from "./volte.js";

const GAMES = { bolognese, french, volte };

// players sit in this order; rules are those of the table, with every setting.
function contextOf({ players, rules }, deal) {
  const out = deal.out ?? [];
  return { players, active: players.filter((name) => !out.includes(name)), rules, deal };
}

// What is wrong with the record of a deal: [[code, field], …].
export const problemsOf = (table, deal) => [...GAMES[table.game].problems(contextOf(table, deal))];

// What core answers of the record of a played deal, {scores, …}, or {problems}.
export function judge(table, deal) {
  const problems = problemsOf(table, deal);
  return problems.length ? { problems } : GAMES[table.game].score(contextOf(table, deal));
}
