// The 62 cards of Tarocco bolognese by their codes, and what they count. Source: bolognese.md §2, §3, §4.
export const SUITS = { danari: "D", coppe: "C", spade: "S", bastoni: "B" };
export const HEADS = ["MON", "SOL", "LUN"];
export const NUMBERS = Array.from({ length: 12 }, (_, index) => `T${16 - index}`); // downwards
export const MOORS = ["MO1", "MO2", "MO3", "MO4"];
export const COUNTERS = ["BEG", "MAT"];
const ofSuits = (rank) => Object.values(SUITS).map((suit) => suit + rank);
export const PIPS = Object.values(SUITS).flatMap((suit) => ["6", "7", "8", "9", "10"].map((rank) => suit + rank));
export const ACES = ofSuits("A");
export const RANKS = {
  tarocchi: { value: 5, points: { 3: 18, 4: 36 }, cards: ["ANG", "MON", ...COUNTERS] },
  re: { value: 5, points: { 3: 17, 4: 34 }, cards: ofSuits("K") },
  regine: { value: 4, points: { 3: 14, 4: 28 }, cards: ofSuits("Q") },
  cavalli: { value: 3, points: { 3: 13, 4: 26 }, cards: ofSuits("C") },
  fanti: { value: 2, points: { 3: 12, 4: 24 }, cards: ofSuits("F") },
};
const FIGURES = Object.values(RANKS).flatMap(({ cards }) => cards);
export const PACK = [...new Set([...FIGURES, ...HEADS, ...NUMBERS, ...MOORS, ...PIPS, ...ACES])];
export const FIVE_CARDS = [...RANKS.tarocchi.cards, ...RANKS.re.cards];
export const VALUES = Object.fromEntries(PACK.map((card) => [card, 1]));
for (const { value, cards } of Object.values(RANKS)) for (const card of cards) VALUES[card] = value;
export const LONGEST = { grande: 22, danari: 7, coppe: 7, spade: 7, bastoni: 7, mori: 6, assi: 6 };
