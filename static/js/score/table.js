// What every game asks of the people in a deal (scoring.md §7, stage 3).

// Somebody with a part in the deal who does not play it, or is not there at all.
export function* namesIn(named, players, active) {
  for (const [field, name] of named) {
    if (!active.includes(name)) yield [players.includes(name) ? "player_not_active" : "player_unknown", field];
  }
}

// The places of a list at which something stands again.
export function* repeats(values) {
  for (const [index, value] of values.entries()) if (values.indexOf(value) < index) yield index;
}
