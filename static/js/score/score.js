// Counts a deal on the phone, without the network. The server is the judge: it counts again when the deal
// arrives. tests/browser/tables/test_phone_scores.py holds both to each other. A page has the game that is played
// there (static/js/games), so that it stays light.
const games = new Map();

// problems and score as below; record: from the form and the players in seat order, null where only the server can.
export const offer = (code, game) => games.set(code, game);
export const canCount = (table) => games.has(table?.game);
export const recordOf = (table, form) => games.get(table.game).record(form, table.players);

// players sit in this order; rules are those of the table, with every setting.
function contextOf({ players, rules }, deal) {
  const out = deal.out ?? [];
  return { players, active: players.filter((name) => !out.includes(name)), rules, deal };
}

// What is wrong with the record of a deal: [[code, field], …].
export const problemsOf = (table, deal) => [...games.get(table.game).problems(contextOf(table, deal))];

// What core answers of the record of a played deal, {scores, …}, or {problems}.
export function judge(table, deal) {
  const problems = problemsOf(table, deal);
  return problems.length ? { problems } : games.get(table.game).score(contextOf(table, deal));
}
