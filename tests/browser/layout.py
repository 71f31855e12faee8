"""What is wrong with how a page is laid out: cut, out of its box, or one thing over another."""

# Lines of text. Of two that meet, only those count that scroll together: a dock lies over the page
# by design, and what scrolls sideways in a box of its own may be wider than the window. What is
# there for screen readers alone stands in a box of one pixel.
FAULTS = """() => {
  const faults = new Set();
  const width = document.documentElement.clientWidth; // innerWidth grows with what is too wide
  const outside = (box, { left, right }) => box.right > right + 1.5 || box.left < left - 1.5;
  const meet = (one, other) => one.right > other.left + 1.5 && other.right > one.left + 1.5
    && one.bottom > other.top + 1.5 && other.bottom > one.top + 1.5;
  const find = (element, fits) => {
    let at = element;
    while (at && at !== document.body && !fits(at)) at = at.parentElement;
    return at === document.body ? null : at;
  };
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
  const floats = (each) => /sticky|fixed/.test(getComputedStyle(each).position);
  const cuts = (each) => getComputedStyle(each).overflowX !== "visible" && !scrolls(each)
    && each.scrollWidth > each.clientWidth + 1;
  const sees = (each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !find(each, (at) => at.offsetWidth === 1 || at.offsetHeight === 1);
  const html = (each) => each.outerHTML.replace(/\\s+/g, " ").slice(0, 110);

  const boxes =
    "button, .btn, .chip, .key, .score-in, .seg > *, .badge, summary, td, th, .note, .card";
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const place = text.parentElement;
    const words = text.textContent.trim().slice(0, 30);
    if (!words || !sees(place)) continue;
    const [scroller, layer, cut] = [scrolls, floats, cuts].map((fits) => find(place, fits));
    if (cut) faults.add(`cut: "${words}" in ${html(cut)}`);
    const frame = place.closest(boxes);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const inner = .22 * height; // from the edge of the line to the letters
      const line = { left, right, top: top + inner, bottom: bottom - inner };
      lines.push({ ...line, text, words, place, scroller, layer });
      if (!scroller && outside(line, { left: 0, right: width }))
        faults.add(`out of the window: "${words}" in ${html(place)}`);
      if (frame && outside(line, frame.getBoundingClientRect()))
        faults.add(`out of its box: "${words}" in ${html(frame)}`);
    }
  }
  const filled = [...document.querySelectorAll(".chip:not(.dog), .score-in, .key, .btn, .seg")]
    .filter(sees).map((each) => [each, find(each, floats), each.getBoundingClientRect()]);
  for (const [index, line] of lines.entries()) {
    const isBeside = ({ text, layer, scroller }) =>
      text !== line.text && layer === line.layer && scroller === line.scroller;
    const isOf = (each) => each.contains(line.place) || line.place.contains(each);
    for (const other of lines.slice(index + 1))
      if (isBeside(other) && meet(line, other))
        faults.add(`"${line.words}" meets "${other.words}"`);
    for (const [each, layer, box] of filled)
      if (layer === line.layer && !isOf(each) && meet(line, box))
        faults.add(`"${line.words}" meets ${html(each)}`);
  }
  return [...faults];
}"""
