// The seats of a table, drawn in the fields that the server reads: hidden `order`, radios
// `first_dealer`. What stands in them is the only state there is: who sits where, and who is picked
// up (`aria-pressed`). The patterns of a row and a face stand in <template> elements.
export const keysOf = (form) =>
  [...form.querySelectorAll("[name=order]")].map((field) => field.value);

export const keyOf = (element) => element.closest("[data-seat]").querySelector("[name=order]").value;

export const pickOf = (form, key) =>
  [...form.querySelectorAll("[data-pick]")].find((button) => keyOf(button) === key);

// Who is picked up to be swapped or replaced; empty for nobody.
export function pickedIn(form) {
  const button = form.querySelector("[data-pick][aria-pressed=true]");
  return button ? keyOf(button) : "";
}

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
  const joins = seat.querySelector(".joins"); // in the middle of a session
  if (joins && !form.dataset.seated.includes(key)) joins.textContent = joins.dataset.joined;
  return seat;
}

// Who is picked up stays so, in whatever seat, until they leave the table or picked says otherwise.
export function draw(form, order, picked = pickedIn(form)) {
  const told = form.querySelector("[name=first_dealer]:checked")?.value;
  // In the middle of a session the rules say who deals once the dealer has left.
  const dealer = order.includes(told) || "seatsForm" in form.dataset ? told : order[0];
  const rows = order.map((key, index) => row(form, key, index, dealer));
  // What was drawn is said only while they sit so.
  if (String(order) !== String(keysOf(form))) form.querySelector("[data-drawn]")?.remove();
  form.querySelector("[data-seats]").replaceChildren(...rows);
  form.querySelector("[data-seats-section]").hidden = order.length === 0;
  for (const face of form.querySelectorAll("[data-face]")) {
    const place = order.indexOf(face.control.value);
    face.control.checked = place >= 0;
    face.querySelector("[data-ord]").textContent = place >= 0 ? place + 1 : "";
  }
  drawCounts(form, order.length);
  pick(form, picked);
}

// Marks one seat as picked up, or none, and says what can be done with it.
export function pick(form, key) {
  for (const button of form.querySelectorAll("[data-pick]"))
    button.setAttribute("aria-pressed", key !== "" && keyOf(button) === key);
  const news = form.querySelector("[data-pick-news]");
  if (!news) return; // a table that is being set up: nobody is picked up there
  const name = pickOf(form, key)?.querySelector("[data-name]").textContent;
  news.textContent = name ? fill(news.dataset.picked, { name }) : "";
  form.querySelector("[data-pick-hint]").hidden = Boolean(name);
}

// Somebody sits down: in the place of who is picked up, else at the end where there is room.
export function sitDown(form, key) {
  const order = keysOf(form);
  const picked = pickedIn(form);
  if (order.includes(key)) return;
  if (picked) {
    draw(form, order.map((other) => (other === picked ? key : other)), "");
    pickOf(form, key).focus();
  } else draw(form, order.length < Number(form.dataset.most) ? [...order, key] : order);
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
