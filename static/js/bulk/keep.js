// What is typed is kept on this device every few seconds, until the server has it. With it goes the
// id of the request: a pile that was saved although the answer was lost is not saved twice.
import { formOf, read, write } from "./grid.js";

const EVERY = 3000; // ms
const keyOf = (form) => `bulk:${form.dataset.bulk}:${document.documentElement.dataset.owner ?? ""}`;
const HIDDEN = ["number", "request_id"];
let kept = "";
let isSaved = false;

const isEmpty = ({ rows, paper }) => ![...rows.flat(), ...paper].some((text) => text.trim());

function store(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false; // a browser that keeps nothing
  }
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function tell() {
  const badge = document.querySelector(".badge[data-kept]");
  const { lang } = document.documentElement;
  const time = new Date().toLocaleTimeString(lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23", // as all times of the pages
    timeZone: badge.dataset.zone || undefined,
  });
  badge.lastElementChild.textContent = badge.dataset.kept.replace("{time}", time);
  badge.hidden = false;
}

function keep() {
  const form = formOf();
  if (!form || isSaved) return;
  const state = read(form);
  for (const name of HIDDEN) state[name] = form.elements[name].value;
  const text = isEmpty(state) ? "" : JSON.stringify(state);
  if (text === kept) return;
  kept = text;
  if (store(keyOf(form), text) && text) tell();
}

export function restore(form) {
  const state = stored(keyOf(form));
  if (!state?.rows || isEmpty({ paper: [], ...state })) return false;
  write(form, state);
  for (const name of HIDDEN) form.elements[name].value = state[name] ?? form.elements[name].value;
  form.querySelector("[data-restored]").hidden = false;
  return true;
}

setInterval(keep, EVERY);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-afresh]")) return;
  store(keyOf(formOf()), "");
  isSaved = true;
  location.reload();
});

// The answer that leads to the sheet: the server has it all.
document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
  const address = detail.xhr.getResponseHeader("HX-Redirect");
  if (!target.matches("[data-bulk]") || !address?.includes(target.dataset.bulk)) return;
  isSaved = !address.includes("/login/");
  if (isSaved) store(keyOf(target), "");
});
