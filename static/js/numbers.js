// Numbers as clubs/numbers.py writes them: thousands apart, a real minus sign.
const { lang } = document.documentElement;
// Without "always" Italian would group from five digits on only.
const AMOUNT = { maximumFractionDigits: 2, useGrouping: "always" };
const plain = new Intl.NumberFormat(lang, AMOUNT);
const withPlus = new Intl.NumberFormat(lang, { signDisplay: "exceptZero", ...AMOUNT });

export const grouped = (value) => plain.format(value).replace("-", "−");
export const signed = (value) => withPlus.format(value).replace("-", "−");
