// What Chart.js does not draw itself: intervals as whiskers, and hatched bars.

// A bar of the series: the first is full, the others hatched, so that no colour stands alone.
export function hatched(colour, series) {
  if (series === 1) return colour;
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const ctx = tile.getContext("2d");
  ctx.strokeStyle = colour;
  ctx.lineWidth = series === 2 ? 2 : 3.5;
  for (const x of [-8, 0, 8]) {
    ctx.moveTo(series % 2 ? x + 8 : x, 8);
    ctx.lineTo(series % 2 ? x : x + 8, 0);
  }
  ctx.stroke();
  return ctx.createPattern(tile, "repeat");
}

const CAP = 7; // px to each side

// From low to high through each point; datasets carry low and high beside data.
export const whiskers = {
  id: "whiskers",
  beforeDatasetsDraw(chart) {
    const { ctx, scales } = chart;
    chart.data.datasets.forEach(({ low, high, borderColor }, index) => {
      if (!low) return;
      ctx.save();
      ctx.strokeStyle = borderColor;
      ctx.lineWidth = 2;
      ctx.beginPath();
      chart.getDatasetMeta(index).data.forEach(({ x }, place) => {
        if (low[place] === null) return;
        const [bottom, top] = [low[place], high[place]].map((value) => scales.y.getPixelForValue(value));
        ctx.moveTo(x, bottom);
        ctx.lineTo(x, top);
        for (const y of [bottom, top]) {
          ctx.moveTo(x - CAP, y);
          ctx.lineTo(x + CAP, y);
        }
      });
      ctx.stroke();
      ctx.restore();
    });
  },
};
