import { expect, test } from "bun:test";
import { cssColour } from "../../users/role-colour.ts";
import { formatColour, parseColour } from "./role-colour.ts";

test("what the editor wrote it reads again", () => {
  for (const text of ["", "#3d7dd8", "linear-gradient(90deg, #112233, #aabbcc)"]) {
    expect(formatColour(parseColour(text))).toBe(text);
  }
});

test("values that the editor cannot edit are kept as they are", () => {
  for (const text of [
    "red",
    "var(--accent)",
    "conic-gradient(red, blue)",
    "linear-gradient(45deg, red 10%, blue)",
  ]) {
    expect(parseColour(text).kind).toBe("other");
    expect(formatColour(parseColour(text))).toBe(text);
  }
});

test("a colour of somebody else loads nothing", () => {
  expect(cssColour("linear-gradient(90deg, #112233, rgb(1, 2, 3) 50%)")).toBeDefined();
  for (const text of ["url(x)", "image(x)", "red; color: blue", "url('http://x')", "a{b}"]) {
    expect(cssColour(text)).toBeUndefined();
  }
});
