// What opens under the last line of the screen comes into view: details of data-reveal.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.matches("[data-reveal]")) target.scrollIntoView({ block: "center" });
  },
  true, // toggle does not bubble
);
