// A deal as its line of the sheet says it (clubs/listings/sheet_lines.py), for as long as it waits: waiting.js shows it.
// Words and marks are those of the server, in #deal-table.
import { grouped } from "../numbers.js";
import { chosen } from "../score/fields.js";
import { tellsOf } from "../score/score.js";
import { filled } from "../score/sums.js";

const CODES = { gain: "made", loss: "down", draw: "draw" };

// [icon, words] of each, as MarkKind makes them (clubs/queries/deals/marks.py).
function* marksOf(kinds, told, nameOf) {
  for (const { field, icon, icons, texts, label, by, between } of kinds) {
    const value = told[field];
    if (icons) {
      for (const code of value?.filter(Boolean) ?? []) yield [icons[code], texts[code]];
    } else if (by && value?.length) {
      const who = value.map((entry) => filled(texts[entry[by]], { player: nameOf(entry.player) }));
      yield [icon, filled(label, { who: who.join(between) })];
    } else if (!by && value) {
      yield [icon, texts[value]];
    }
  }
}

// Made or down, and by how much; null where the game has no contract.
function resultOf({ results }, { tone, values: { margin } }) {
  if (margin === undefined) return null;
  const code = tone === "gain" && !margin ? "exact" : CODES[tone];
  return { tone, text: filled(results[code], { margin }) };
}

// Of each player the class of the cell and what only the ear is told.
function rolesOf({ players, line }, { taker, out = [] }, partners, dealer) {
  const roleOf = (player) => {
    if (player === taker) return ["tk", line.taker];
    if (partners.includes(player)) return ["cl", line.called];
    return [out.includes(player) ? "rs" : "", ""];
  };
  const both = (player) => {
    const role = roleOf(player);
    const deals = player === dealer ? ["dr", line.dealer] : ["", ""];
    return [" ", ", "].map((between, part) => [role[part], deals[part]].filter(Boolean).join(between));
  };
  return Object.fromEntries(players.map((player) => [player, both(player)]));
}

export function lineOf(table, form, record, outcome) {
  const { players, names, line } = table;
  const nameOf = (player) => names[players.indexOf(player)];
  const told = { ...record, ...tellsOf(table, form, record) };
  const { taker, contract, called = [], oudlers, points } = told;
  const partners = players.filter((player) => called.includes(player) && player !== taker);
  const isAlone = called.length > 0 && !partners.length;
  return {
    taker: taker ? nameOf(taker) : "",
    more: partners.length ? ` + ${partners.map(nameOf).join(", ")}` : isAlone ? `, ${line.alone}` : "",
    pips: line.pips[contract] ?? 0,
    oudlers,
    points: points === undefined ? "" : grouped(points).replace(".5", "½"), // as half_number in clubs/numbers.py
    result: resultOf(line, outcome),
    marks: [...marksOf(line.marks, told, nameOf)],
    roles: rolesOf(table, record, partners, chosen(form, "dealer")),
    rests: line.rests,
  };
}
