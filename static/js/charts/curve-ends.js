// Where a line of the curve ends: its marker, and beside it the name of the player. The line of
// somebody who has left ends before the others.
import { drawMarker } from "./curve-markers.js";

const GAP = 15; // px between two names

// The names beside the last points, moved apart where they would cover each other.
function endPlaces(chart) {
  const ends = chart.data.datasets.flatMap((set, index) => {
    const last = set.data.findLastIndex((value) => value !== null);
    if (last < 0) return []; // came and left before a deal was played
    const point = chart.getDatasetMeta(index).data[last];
    return { set, x: point.x, at: point.y, y: point.y };
  });
  ends.sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i += 1) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + GAP);
  const over = ends.length ? ends.at(-1).y - chart.chartArea.bottom : 0;
  if (over > 0) ends.at(-1).y -= over;
  for (let i = ends.length - 2; i >= 0; i -= 1) ends[i].y = Math.min(ends[i].y, ends[i + 1].y - GAP);
  return ends;
}

export const lineEnds = {
  id: "lineEnds",
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    ctx.save();
    ctx.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
    ctx.textBaseline = "middle";
    for (const { set, x, at, y } of endPlaces(chart)) {
      ctx.fillStyle = set.borderColor;
      drawMarker(ctx, set.series, x, at);
      ctx.fillText(set.label, x + 11, y);
    }
    ctx.restore();
  },
};
