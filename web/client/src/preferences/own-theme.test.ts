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

const imageUrl = "data:image/png;base64,iVBORw0KGgo=";

test.each([
  `a { background: url(${imageUrl}) }`,
  `a { background: URL( "${imageUrl}" ) }`,
  `a { background: url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>') }`,
  String.raw`a::before { content: "\2192 url(https://a.example) \" \\"; /* url(https://a.example) */ }`,
  `[href="https://a.example"] { font-family: 'It\\'s', x }`,
])("styles that request nothing are kept: %s", (css) => expect(sheetOf({ ...noTheme, css })).toBe(css));

test.each([
  ["a{b:url(/january/proxy?url=x)}", "a{b:blocked()}"],
  ['a{b:uRl( "https://x" )}', 'a{b:blocked( "https://x" )}'],
  ["a{b:url(\n/x)}", "a{b:blocked()}"],
  // Not a space in CSS, so the address would be a path of this server.
  ["a{b:url(\u00a0data:/../january/proxy?url=x)}", "a{b:blocked()}"],
  ["a{b:url(/**/data:x)}", "a{b:blocked()}"],
  [String.raw`a{b:u\72l(https://x)}`, "a{b:u\ufffd72l(https://x)}"],
  [String.raw`a{b:url(\64 ata:x)}`, "a{b:blocked(\ufffd64 ata:x)}"],
  ["a{b:url(data:x/*)} b{c:url(/y)}", "a{b:blocked()} b{c:blocked()}"],
  ['a{b:image-set("/x" 1x)}', 'a{b:blocked("/x" 1x)}'],
  ['a{b:-webkit-image-set("/x" 1x)}', 'a{b:-webkit-blocked("/x" 1x)}'],
  ["a{--b:'/x';c:src(var(--b))}", "a{--b:'/x';c:blocked(var(--b))}"],
  // None of these hides what follows in a string or a comment.
  ['a{b:"\r\nc:url(/x)}', 'a{b:"\nc:blocked()}'],
  ['a{b:"\\\r\n";c:url(/x)}', 'a{b:"\\\n";c:blocked()}'],
  ['a{b:\\";c:url(/x);d:"}', 'a{b:\ufffd";c:url(/x);d:"}'],
  ["a{b:xurl(/x/*);c:url(/y)", "a{b:xblocked();c:blocked()"],
  ["a{b:url(/x", "a{b:blocked(/x"],
])("styles that request something are made harmless: %j", (css, harmless) =>
  expect(sheetOf({ ...noTheme, css })).toBe(harmless),
);
