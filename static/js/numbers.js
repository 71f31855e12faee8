// Numbers as clubs/numbers.py writes them: thousands apart, a real minus sign.
const { lang } = document.documentElement;
// Without "always" Italian would group from five digits on only.
const AMOUNT = { maximumFractionDigits: 2, useGrouping: "always" };
const plain = new Intl.NumberFormat(lang, AMOUNT);
const withPlus = new Intl.NumberFormat(lang, { signDisplay: "exceptZero", ...AMOUNT });

// + 0: a lost deal of base 0 comes to -0.
export const grouped = (value) => plain.format(value + 0).replace("-", "−");
// Of what signed() wrote.
export const numberIn = (text) => Number(text.replace(/[^\d−]/g, "").replace("−", "-"));
export const signed = (value) => withPlus.format(value).replace("-", "−");
