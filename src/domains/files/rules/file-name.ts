const longest = 255;
const unnamed = "unnamed-file";

/** Characters that are not seen, or that make others be seen in another order. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The name of an upload as people see it: without folders, and safe to show. */
export function safeFileName(given: string | undefined): string {
  const name = (given ?? "")
    .toWellFormed()
    .replace(invisible, "")
    .replace(/^.*[/\\]/s, "")
    .trim();
  return /^\.*$/.test(name) ? unnamed : shorten(name);
}

/** Cuts the middle, so that what the name ends with stays. */
function shorten(name: string): string {
  if (name.length <= longest) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  // A pair of surrogates that was cut in two is no character.
  return name.slice(0, longest - ending.length).replace(/[\ud800-\udbff]$/, "") + ending;
}
