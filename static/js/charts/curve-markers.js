// The markers of the series, those of .dot1 to .dot8: disc, square, triangle, diamond, star, cross,
// ring, frame. The caller sets the fill style.
const R = 5.5; // px

function polygon(points) {
  const path = new Path2D();
  points.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

function disc() {
  const path = new Path2D();
  path.arc(0, 0, R - 0.5, 0, 2 * Math.PI);
  return path;
}

const square = () => polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]].map((p) => p.map((v) => v * (R - 1))));
const triangle = () => polygon([[0, -R], [R, R], [-R, R]]);
const diamond = () => polygon([[0, -R - 1], [R + 1, 0], [0, R + 1], [-R - 1, 0]]);

function star() {
  const point = (_, index) => {
    const radius = index % 2 ? R * 0.45 : R + 1.5;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  return polygon(Array.from({ length: 10 }, point));
}

function cross() {
  const a = R * 0.35;
  return polygon([
    [-a, -R], [a, -R], [a, -a], [R, -a], [R, a], [a, a], [a, R], [-a, R], [-a, a], [-R, a], [-R, -a], [-a, -a],
  ]);
}

const around = (outer, inner) => () => {
  const path = outer();
  path.addPath(inner(), new DOMMatrix([0.5, 0, 0, 0.5, 0, 0]));
  return path;
};
const SHAPES = [disc, square, triangle, diamond, star, cross, around(disc, disc), around(square, square)];

export function drawMarker(ctx, series, x, y) {
  ctx.save();
  ctx.translate(x, y);
  ctx.fill(SHAPES[(series - 1) % SHAPES.length](), "evenodd");
  ctx.restore();
}
