// A deal as its line of the sheet says it (clubs/listings/sheet_lines.py), for as long as it waits: sheet/waiting.js
// shows it. Words are those of the server, in #deal-table; contract and players in those of their chips.
import { grouped } from "../numbers.js";
import { chosen } from "../score/fields.js";
import { tellsOf } from "../score/score.js";
import { filled } from "../score/sums.js";

const CODES = { gain: "made", loss: "down", draw: "draw" };

// [icon, words] of each, as the teller of the game marks the deal on the server.
function* marksOf(marks, told, nameOf) {
  for (const { field, icon, icons, texts, label, by, between } of marks) {
    const value = told[field];
    if (icons) {
      for (const code of value?.filter(Boolean) ?? []) yield [icons[code], texts[code]];
    } else if (Array.isArray(value)) {
      const who = value.map((one) => filled(texts[one[by]], { player: nameOf(one.player) }));
      yield [icon, filled(label, { who: who.join(between) })];
    } else if (value) {
      yield [icon, texts[value]];
    }
  }
}

// Made or down, and by how much; null where the game has no contract.
function resultOf({ words }, { tone, values: { margin } }) {
  if (margin === undefined) return null;
  const code = tone === "gain" && !margin ? "exact" : CODES[tone];
  return { tone, text: filled(words.line.results[code], { margin }) };
}

// Of each player the class of the cell and what only the ear is told.
function rolesOf({ players, words: { line } }, { taker, out = [] }, partners, dealer) {
  const roleOf = (player) => {
    if (player === taker) return ["tk", line.taker];
    if (partners.includes(player)) return ["cl", line.called];
    return out.includes(player) ? ["rs", ""] : ["", ""];
  };
  return Object.fromEntries(
    players.map((player) => {
      const [name, spoken] = roleOf(player);
      const both = player === dealer ? [`${name} dr`.trim(), [spoken, line.dealer].filter(Boolean).join(", ")] : [name, spoken];
      return [player, both];
    }),
  );
}

export function lineOf(table, form, record, outcome) {
  const { players, names, words } = table;
  const nameOf = (player) => names[players.indexOf(player)];
  const told = { ...record, ...tellsOf(table, form, record) };
  const { taker, contract, called = [], oudlers, points } = told;
  const partners = players.filter((player) => called.includes(player) && player !== taker);
  const isAlone = called.length > 0 && !partners.length;
  return {
    taker: taker ? nameOf(taker) : "",
    more: partners.length ? ` + ${partners.map(nameOf).join(", ")}` : isAlone ? `, ${words.line.alone}` : "",
    pips: table.pips[contract] ?? 0,
    oudlers,
    points: points === undefined ? "" : grouped(points).replace(".5", "½"), // as half_number in clubs/numbers.py
    result: resultOf(table, outcome),
    marks: [...marksOf(words.marks, told, nameOf)],
    roles: rolesOf(table, record, partners, chosen(form, "dealer")),
    rests: words.line.rests,
  };
}
