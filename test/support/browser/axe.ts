import axe, { type AxeResults } from "axe-core";
import { isThorough } from "../run/is-thorough.ts";
import type { Page } from "./web-browser.ts";

/** The rules that need colours or a layout. The component tests have the others. */
export const browserRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/**
 * What axe objects to on the page as it is, one line each: in both themes, but a part of it in the light one alone unless
 * the run is thorough, as its colours are those of the page.
 */
export async function problemsOf(
  page: Page,
  place: string,
  part = "html",
  only: readonly string[] = [],
): Promise<string[]> {
  // Evaluated by the debugger, so that the content security policy stays as it is for everybody.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  // A tooltip of the button that was clicked is outside of the page's landmarks.
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  const problems: string[] = [];
  const themes = part === "html" || isThorough ? (["dark", "light"] as const) : (["light"] as const);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // The themes differ in their colours alone.
    const wanted = colorScheme === "dark" ? ["color-contrast"] : only;
    const rules = wanted.length > 0 ? `runOnly: ${JSON.stringify(wanted)},` : "";
    // No rule that runs by default reads the style sheets, which axe would otherwise parse each time.
    const options = `{ ${rules} resultTypes: ["violations"], preload: { assets: ["media"] } }`;
    const run = `axe.run(${JSON.stringify(part)}, ${options})`;
    const { violations } = await page.evaluate<AxeResults>(run);
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = "" } of nodes) {
        const reason = failureSummary.split("\n").slice(1, 3).join(" ").trim();
        problems.push(`${place}, ${colorScheme}: ${id}: ${html.slice(0, 200)}: ${reason}`);
      }
  }
  return problems;
}
