import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };
const characterAt = (index: number) =>
  String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count);

/** Those of fast-check's unit "binary", which takes half a second to make a table of all of them. */
const character = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(characterAt, (text) => {
  const code = String(text).codePointAt(0) ?? 0;
  const index = code < surrogates.first ? code : code - surrogates.count;
  if (characterAt(index) !== text) throw new TypeError("not one character");
  return index;
});

/** Text of any characters of Unicode. */
export const anyText = (constraints: Omit<fc.StringConstraints, "unit"> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character });
