// The time on the wall: that of the server, in the zone of the club, where the page tells them
// ([data-clock], [data-zone]); a screen may have a clock of its own that nobody ever set.
const face = document.querySelector("[data-clock]");
const ahead = face ? Number(face.dataset.clock) * 1000 - Date.now() : 0; // ms
const { lang } = document.documentElement;
const format = new Intl.DateTimeFormat(lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: face?.dataset.zone,
});

export const wallTime = (moment) => format.format(moment + ahead);

function tick() {
  face.textContent = wallTime(Date.now());
}

if (face) setInterval(tick, 1000);
