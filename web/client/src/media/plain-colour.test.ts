import { expect, test } from "bun:test";
import { plainColour } from "./plain-colour.ts";

globalThis.CSS ??= { supports: () => true } as unknown as typeof CSS;

test("plain colours pass", () => {
  for (const colour of ["#abc", "#A8501F", "rebeccapurple", "rgb(1, 2, 3)", "hsla(120 50% 50% / 1)"]) {
    expect(plainColour(colour)).toBe(colour);
  }
});

test("whatever could load, refer or hide something does not", () => {
  for (const colour of [
    "linear-gradient(red, blue)",
    "url(https://example.com/a.png)",
    "var(--accent)",
    "red; background: url(x)",
    "transparent",
    "inherit",
    "",
    null,
  ]) {
    expect(plainColour(colour)).toBeUndefined();
  }
});
