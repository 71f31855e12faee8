// Counts a deal on the phone, without the network. The server is the judge: it counts again when the deal
// arrives. tests/browser/tables/test_phone_scores.py holds both to each other. A page has the game that is played
// there (static/js/games), so that it stays light.
const games = new Map();

// In what a game knows of its rules: a setting of which every value is counted. Others have a list of the values
// that are, or the settings within.
const ANY = Symbol("any value");
export const anyOf = (...names) => Object.fromEntries(names.map((name) => [name, ANY]));

// problems and score as below; record: from the form and the players in seat order; settings: all that the rules of
// a table have. Where a game has them: show, which writes on the form what its cards make, and carryMatch, which carries
// the line of the match on by deals, null where one is not known; false where it cannot; and tells, what the line of a deal
// on the sheet says beside its record.
export const offer = (code, game) => games.set(code, game);

function knows(known, told) {
  if (known === ANY) return true;
  if (Array.isArray(known)) return known.includes(told);
  const names = Object.keys(told ?? {});
  const areAll = names.length === Object.keys(known).length;
  return areAll && names.every((name) => Object.hasOwn(known, name) && knows(known[name], told[name]));
}

// Not by rules with a setting, or a value of one, that came after this script: its sum would be wrong.
export const canCount = (table) => games.has(table?.game) && knows(games.get(table.game).settings, table.rules);
export const recordOf = (table, form) => games.get(table.game).record(form, table.players);
export const showMore = (table, form) => games.get(table.game).show?.(form, table);
export const tellsOf = (table, form, deal) => games.get(table.game).tells?.(deal, form) ?? {};
export const carryMatch = (table, line, deals) => games.get(table.game).carryMatch?.(line, deals, table) ?? false;

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
