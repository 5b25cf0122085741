import axe, { type AxeResults } from "axe-core";
import type { Page } from "./web-browser.ts";

/** What axe objects to on the page as it is, one line each. */
export async function problemsOf(page: Page, place: string, part = "html"): Promise<string[]> {
  // Evaluated by the debugger, so that the content security policy stays as it is for everybody.
  await page.evaluate(axe.source);
  const run = `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] })`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => {
      const reason = failureSummary.split("\n").slice(1, 3).join(" ").trim();
      return `${place}: ${id}: ${html.slice(0, 200)}: ${reason}`;
    }),
  );
}

/** The same in both themes. */
export async function problemsInThemes(page: Page, place: string, part?: string): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    problems.push(...(await problemsOf(page, `${place}, ${colorScheme}`, part)));
  }
  return problems;
}
