import axe from "axe-core";

/** Rules that need colours or a layout: the tests in a browser have them. */
const withoutBrowser = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** What axe objects to in a part of the page, one line each. */
export async function problemsOf(place: string, part: Element = document.documentElement): Promise<string[]> {
  const rules = Object.fromEntries(withoutBrowser.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(part, { rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${place}: ${id}: ${html.slice(0, 200)}: ${failureSummary}`),
  );
}
