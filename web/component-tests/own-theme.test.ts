import { expect, test } from "bun:test";
import { click, fill, pick } from "./support/actions.ts";
import { allTexts, find, findText, gone, until } from "./support/find.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

/** All that style sheets of script say. */
const styles = () =>
  document.adoptedStyleSheets
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join("\n");

async function openAppearance() {
  await newSettingsScene().open("/settings/appearance");
  await find("heading", "Custom theme");
}

test("own colours replace the tokens, and those that are hard to read are named", async () => {
  await openAppearance();
  click(await find("switch", "Custom colours"));
  const colour = (label: string, value: string) => {
    const labels = [...document.querySelectorAll("label:has(input[type=color])")];
    const field = labels.find(({ textContent }) => textContent === label)?.querySelector("input");
    if (!field) throw new Error(`there is no colour ${label}`);
    fill(field, value);
  };
  for (const [label, value] of Object.entries({
    Page: "#101010",
    "Cards and fields": "#101010",
    Lists: "#101010",
    Text: "#eeeeee",
    "Quiet text": "#222222",
    Accent: "#ffcc00",
  }))
    colour(label, value);
  await findText("“Quiet text” is hard to read on “Page”.");
  expect(styles()).toContain("--ground: #101010");
  expect(styles()).toContain("--on-accent: #000000");
  // What the theme does not set follows how dark it is.
  expect(document.documentElement.dataset.theme).toBe("dark");
  colour("Quiet text", "#cccccc");
  await gone(() => allTexts(/hard to read/));
  click(await find("switch", "Custom colours"));
  await until(() => !styles().includes("--ground"));
  expect(document.documentElement.dataset.theme).toBe("light");
});

test("a font and styles apply at the press of a button, come from a file, and can be removed", async () => {
  await openAppearance();
  fill(await find("textbox", "Font"), "Comic Neue");
  fill(await find("textbox", "Styles (CSS)"), "body { --mine: 1px; }");
  expect(styles()).not.toContain("--mine");
  click(await find("button", "Apply"));
  await until(() => styles().includes("--mine: 1px"));
  expect(styles()).toContain('--face: "Comic Neue"');
  click(await find("button", "Remove"));
  await until(() => styles() === "");
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("there is no field for a file");
  pick(input, new File(["no theme"], "theme.json"));
  await findText("There is no theme in this file.");
  pick(input, new File([JSON.stringify({ font: "", css: "p { --theirs: 2px; }" })], "theme.json"));
  await until(() => styles().includes("--theirs: 2px"));
});
