// Counts a deal on the phone, without the network. The server is the judge: it counts again when the deal
// arrives. tests/browser/tables/test_phone_scores.py holds both to each other.
import * as bolognese from "./bolognese.js";
import * as french from "./french.js";
import * as volte from "./volte.js";

const GAMES = { bolognese, french, volte };

// What core answers of the record of a played deal, or what is wrong with it: {scores, …} or {problems: [[code, field], …]}.
// players sit in this order; rules are those of the table, with every setting.
export function judge(game, players, rules, deal) {
  const out = deal.out ?? [];
  const active = players.filter((name) => !out.includes(name));
  const told = { players, active, rules, deal };
  const problems = [...GAMES[game].problems(told)];
  if (problems.length) return { problems };
  return GAMES[game].score(told);
}
