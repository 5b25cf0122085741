import { expect, test } from "bun:test";
import { type Colours, noTheme, sheetOf, themeSchema, unreadable } from "./own-theme.ts";

const colours: Colours = {
  ground: "#ffffff",
  surface: "#ffffff",
  side: "#eeeeee",
  line: "#cccccc",
  text: "#111111",
  muted: "#555555",
  accent: "#0000cc",
};

test.each([[null], [7], [[]], [{ colours: { ground: "red" } }], [{ font: 7, css: "x".repeat(50_001) }]])(
  "what is no theme is none, case %#",
  (stored) => expect(themeSchema(stored)).toEqual(noTheme),
);

test("a theme is kept without what is not part of one", () => {
  const stored = {
    colours: { ...colours, text: "#ABCDEF", other: "#000000" },
    font: "Inter",
    css: "a{}",
    more: 1,
  };
  expect(themeSchema(stored)).toEqual({
    colours: { ...colours, text: "#abcdef" },
    font: "Inter",
    css: "a{}",
  });
});

test("text that cannot be read well is named with its ground", () => {
  expect(unreadable(colours)).toEqual([]);
  expect(unreadable({ ...colours, muted: "#999999", side: "#222222" })).toEqual([
    ["text", "side"],
    ["muted", "ground"],
    ["muted", "surface"],
    ["accent", "side"],
  ]);
});

test("the sheet sets the tokens, and readable text on the accent", () => {
  expect(sheetOf(noTheme)).toBe("");
  const sheet = sheetOf({ colours, font: 'In"ter\\\n', css: "body { margin: 0 }" });
  expect(sheet).toContain("--text: #111111;");
  expect(sheet).toContain("--on-accent: #ffffff;");
  expect(sheet).toContain('--face: "Inter", system-ui, sans-serif;');
  expect(sheet.endsWith("body { margin: 0 }")).toBe(true);
  expect(sheetOf({ ...noTheme, colours: { ...colours, accent: "#ffee00" } })).toContain(
    "--on-accent: #000000;",
  );
});
