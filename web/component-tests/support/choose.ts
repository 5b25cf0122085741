import { click } from "./actions.ts";
import { all, find, gone } from "./find.ts";

/** Chooses one of the options of a field that opens a list. */
export async function choose(label: string | RegExp, option: string, part?: HTMLElement): Promise<void> {
  click(await find("button", label, part));
  click(await find("option", option));
  await gone(() => all("option"));
}
