const maxLength = 255;
const unnamed = "unnamed-file";

/** Control characters and marks that change the direction of text. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The name of an upload without folders, safe to display. */
export function safeFileName(given: string | undefined): string {
  const name = (given ?? "")
    .toWellFormed()
    .replace(invisible, "")
    .replace(/^.*[/\\]/s, "")
    .trim();
  return /^\.*$/.test(name) ? unnamed : shorten(name);
}

/** Shortens a name and keeps its extension. */
function shorten(name: string): string {
  if (name.length <= maxLength) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  // Half of a surrogate pair is no character.
  return name.slice(0, maxLength - extension.length).replace(/[\ud800-\udbff]$/, "") + extension;
}
