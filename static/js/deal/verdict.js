// What the phone writes itself over the fields: a line, and that scores are not known.
// What stands there already is not read aloud once more.
export function say(form, words, tone = "ask") {
  const said = form.querySelector(`#verdict > .v-${tone}`);
  if (said?.textContent === words) return;
  const line = Object.assign(document.createElement("p"), { className: `verdict v-${tone}`, textContent: words });
  form.querySelector("#verdict").replaceChildren(line);
}

// Who rests is what the form says now.
export function clearGains(form) {
  const resting = new Set([...form.querySelectorAll("[name=out]:checked")].map((input) => input.dataset.seat));
  for (const [seat, item] of [...form.querySelectorAll("#deltas > li")].entries()) {
    const rests = resting.has(String(seat));
    item.className = rests ? "rests" : "";
    const gain = item.querySelector(".d");
    gain.className = rests ? "d rest" : "num zero d";
    gain.textContent = rests ? form.dataset.rests : "·";
    item.querySelector("[data-terms]")?.replaceChildren();
  }
}
