"""What a deal of French tarot pays, in one line of figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.parts import told_payments, told_sum
from clubs.numbers import MINUS, grouped_number

# Lines added to the contract's, and what is paid beside it, as they are said in the verdict.
EXTRAS = {
    "petit_au_bout": _("Petit"),
    "poignee": _("handful"),
    "misere": _("misère"),
    "chelem": _("slam"),
    "petit_chelem": _("small slam"),
}
PAYMENTS = {
    "petit_personal": ("holder", _("Petit")),
    "poignee_personal": ("holder", _("handful")),
    "misere": ("declarer", _("misère")),
}


def french_sum_text(
    lines: Mapping[str, Sequence[Mapping[str, Any]]], names: Mapping[str, str]
) -> str:
    """All that the deal pays: "(25 + 11) × 2 = 72, + 20 Petit = 92 · misère Nadia: 10 from each".

    lines are those of the calculation by their code.
    """
    if "contract" not in lines:
        return ""
    (contract,) = lines["contract"]
    extras = [
        (line["amount"], label)
        for code, label in EXTRAS.items()
        for line in lines.get(code, ())
        if line["kind"] == "stake"
    ]
    text = told_sum(_contract_term(contract), contract["amount"], extras)
    if rounding := sum(line["amount"] for line in lines.get("rounding", ())):
        exact = contract["amount"] + sum(amount for amount, _label in extras)
        text += f" → {grouped_number(exact + rounding)}"
    paid = [
        payment
        for code, (whose, label) in PAYMENTS.items()
        for payment in told_payments(
            [line for line in lines.get(code, ()) if line["kind"] == "player"], whose, names, label
        )
    ]
    return " · ".join([text, *paid])


def _contract_term(line: Mapping[str, Any]) -> str:
    """Base and margin times the coefficient; without brackets where nothing needs them."""
    total = f"{line['base']} + {line['margin']}"
    sign = MINUS if line["amount"] < 0 else ""
    if line["coefficient"] != 1:
        return f"{sign}({total}) × {line['coefficient']}"
    return f"{sign}({total})" if sign else total
