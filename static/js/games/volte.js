// The form of a deal of this game becomes its record, which the phone counts.
import { allChosen, chosen, common, pointsOf, said } from "../score/fields.js";
import { problems, score } from "../score/volte.js";
import { offer } from "../score/score.js";

function record(form, players) {
  const accusa = (player, kind) => ({ player, kind });
  const points = pointsOf(form);
  return said({
    ...common(form),
    honours: Number(chosen(form, "honours")),
    [chosen(form, "counted") === "defence" ? "defence_points" : "points"]: Number.isInteger(points) ? points : NaN,
    bagatto_last: chosen(form, "bagatto_last"),
    matto_last: chosen(form, "matto_last"),
    cappotto: chosen(form, "cappotto"),
    accuse: players.flatMap((player, seat) =>
      ["trionfi", "miseria"].flatMap((name) => allChosen(form, `${name}_${seat}`).filter(Boolean).map((kind) => accusa(player, kind))),
    ),
  });
}

offer("volte", { problems, record, score });
