// The form of a deal of this game becomes its record, which the phone counts.
import { allChosen, chosen, common, pointsOf, said } from "../score/fields.js";
import { problems, score, takerPoints } from "../score/volte.js";
import { anyOf, offer } from "../score/score.js";

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

const ACCUSA_MODES = ["winners", "individual"];
const settings = {
  ...anyOf("bonus_in_target", "matto_last_bonus", "cappotto_defence", "target_without_honours", "bid_shown"),
  counted_points: ["difference", "totals"],
  premium_timing: ["before", "after"],
  bonus_scope: ["taker", "both"],
  sto_bene_mode: ACCUSA_MODES,
  miseria_mode: ACCUSA_MODES,
};

const tells = (deal) => ({ points: takerPoints(deal) });

offer("volte", { problems, record, score, settings, tells });
