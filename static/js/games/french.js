// The form of a deal of this game becomes its record, which the phone counts.
import { allChosen, bySeat, chosen, common, pointsOf, said } from "../score/fields.js";
import { SIZES, problems, score } from "../score/french.js";
import { anyOf, offer } from "../score/score.js";

const SLAMS = {
  announced_made: ["attack", "announced"],
  unannounced_made: ["attack"],
  announced_failed: ["", "announced"],
  defence_made: ["defence"],
  defence_bid_made: ["defence", "defence_announced"],
  defence_bid_lost: ["", "defence_announced"],
};

function slam(form, name) {
  const [camp, announced] = SLAMS[chosen(form, name)] ?? [""];
  return { [name]: camp, ...(announced && { [`${name}_${announced}`]: true }) };
}

// The suit that is told, of another rank than the usual one where that is told.
function calledCards(form) {
  const cards = ["king", "queen"].slice(0, form.querySelectorAll(".called-card").length).map((usual, place) => {
    const suit = chosen(form, `suit_${place}`);
    return suit ? `${chosen(form, `rank_${place}`) || usual}_${suit}` : null;
  });
  return cards.some(Boolean) ? cards : [];
}

function record(form, players) {
  const points = pointsOf(form);
  const groups = new Set([...form.querySelectorAll("[name^=called_]")].map(({ name }) => name));
  const petit = chosen(form, "petit_au_bout");
  return said({
    ...common(form),
    called: [...groups].map((name) => chosen(form, name)).map((holder) => (holder === "dog" ? null : holder)),
    called_cards: calledCards(form),
    oudlers: Number(chosen(form, "oudlers")),
    which_oudlers: allChosen(form, "which_oudlers"),
    points: chosen(form, "counted") === "defence" ? 91 - points : points,
    petit_au_bout: petit,
    petit_player: petit && chosen(form, "petit_player"),
    poignees: bySeat(form, players, "poignee", (player, size) => ({ player, size })),
    ...slam(form, "chelem"),
    ...slam(form, "petit_chelem"),
    miseres: bySeat(form, players, "misere", (player, kind) => ({ player, kind })),
    parole: allChosen(form, "parole"),
  });
}

const CONTRACTS = anyOf("prise", "pousse", "garde", "garde_sans", "garde_contre");
const BONUS_MODES = ["winner", "side", "personal"];
const settings = {
  ...anyOf("base_value", "margin_step", "rounding", "parole", "vachette", "bid_shown"),
  scale: ["multiplier", "fixed"],
  multipliers: CONTRACTS,
  fixed_values: CONTRACTS,
  fixed_margin: ["add", "ignore"],
  half_points: ["winner", "drop", "taker", "defence"],
  petit_au_bout: { ...anyOf("value"), mode: ["multiplied", "flat", "winner_only", "personal", "none"] },
  poignee: anyOf(...SIZES),
  poignee_mode: BONUS_MODES,
  poignee_trumps: anyOf("3", "4", "5", "6"),
  chelem: anyOf("announced", "unannounced", "failed", "defence"),
  defence_chelem: anyOf("enabled", "announced", "failed"),
  petit_chelem: anyOf("enabled", "announced", "unannounced", "failed"),
  misere: { ...anyOf("enabled", "value", "multiplied"), mode: BONUS_MODES },
  call_weights: anyOf("5", "6"),
  double_call_share: ["highest", "sum"],
  misdeal_dealer: ["same", "next"],
  asked: anyOf("called_cards", "which_oudlers", "parole"),
};

const tells = (_deal, form) => ({ chelem: chosen(form, "chelem"), petit_chelem: chosen(form, "petit_chelem") });

offer("french", { problems, record, score, settings, tells });
