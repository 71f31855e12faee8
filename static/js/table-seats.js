// Draws the seats of a table that is set up, in the fields that the server reads: hidden `order`,
// radios `first_dealer`. The patterns of a row and a face stand in <template> elements.
export const keysOf = (form) =>
  [...form.querySelectorAll("[name=order]")].map((field) => field.value);

export const faceOf = (form, key) =>
  [...form.querySelectorAll("[data-face]")].find((face) => face.control.value === key);

export const pattern = (form, which) =>
  form.querySelector(`[data-${which}-template]`).content.firstElementChild.cloneNode(true);

const fill = (text, values) => text.replace(/{(\w+)}/g, (_, word) => values[word]);

function row(form, key, index, dealer) {
  const seat = pattern(form, "seat");
  const name = faceOf(form, key).querySelector("[data-name]").textContent;
  seat.querySelector("[name=order]").value = key;
  seat.querySelector("[data-number]").textContent = index + 1;
  seat.querySelector("[data-name]").textContent = name;
  for (const label of seat.querySelectorAll("[data-label]"))
    label.textContent = fill(label.textContent, { name });
  const radio = seat.querySelector("[name=first_dealer]");
  radio.value = key;
  radio.checked = key === dealer;
  return seat;
}

export function draw(form, order) {
  const told = form.querySelector("[name=first_dealer]:checked")?.value;
  // In the middle of a session the rules say who deals once the dealer has left.
  const dealer = order.includes(told) || "seatsForm" in form.dataset ? told : order[0];
  const rows = order.map((key, index) => row(form, key, index, dealer));
  form.querySelector("[data-seats]").replaceChildren(...rows);
  form.querySelector("[data-seats-section]").hidden = order.length === 0;
  for (const face of form.querySelectorAll("[data-face]")) {
    const place = order.indexOf(face.control.value);
    face.control.checked = place >= 0;
    face.querySelector("[data-ord]").textContent = place >= 0 ? place + 1 : "";
  }
  drawCounts(form, order.length);
}

// How many sit down and, should they be too many, how many of them play a deal.
export function drawCounts(form, seated) {
  const start = form.querySelector("[data-start]");
  const words = start.querySelector("[data-start-words]");
  start.dataset.startNone ??= words.textContent;
  words.textContent =
    seated < 3 ? start.dataset.startNone : fill(start.dataset.startMany, { count: seated });
  for (const radio of form.querySelectorAll("[name=active_count]"))
    radio.disabled = Number(radio.value) > Math.max(seated, 3);
  const told = Number(form.querySelector("[name=active_count]:checked:enabled")?.value);
  const playing = Math.min(told || seated, Number(form.dataset.active));
  const line = form.querySelector("[data-playing]");
  const text = playing < seated ? line.dataset.some : line.dataset.all;
  line.textContent = fill(text, { playing, seated });
  form.querySelector("[data-rests]").hidden = playing === seated;
}

// The rules that are chosen, on the fold that hides the others.
export function showRules(form, option) {
  for (const [part, shown] of [["title", "shown"], ["brief", "shown-brief"]])
    form.querySelector(`[data-rules-${shown}]`).textContent =
      option.querySelector(`[data-rules-${part}]`).textContent;
}
