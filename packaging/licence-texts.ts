/** The licence of a package as it has to be passed on. */
export interface Licence {
  readonly holder: string;
  readonly text: string;
}

/** The same text for several packages, which differ in who holds the copyright alone. */
export interface SharedText {
  readonly text: string;
  readonly copyrights: readonly { readonly holder: string; readonly lines: readonly string[] }[];
}

const copyrightLine = /^[\s*#>-]*(copyright\b.*(\d{4}|\(c\)|©)|(\(c\)|©) .*\d{4})/i;
const title = /^[\s#*]*\(?(the )?(mit|isc)( licen[cs]e)?\)?( \(mit\))?[:\s]*$/i;

/** Groups texts that say the same, apart from names, spaces, quotation marks and bullets. The longest groups come first. */
export function groupTexts(licences: readonly Licence[]): SharedText[] {
  const groups = new Map<string, { text: string; copyrights: SharedText["copyrights"][number][] }>();
  for (const { holder, text } of licences) {
    const all = text.replaceAll("\r\n", "\n").split("\n");
    const lines = all.filter((line) => copyrightLine.test(line)).map((line) => line.trim());
    const body = all
      .filter((line) => !copyrightLine.test(line) && !title.test(line))
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .replace(/^\n+|\s+$/g, "");
    const key = body.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
    const group = groups.get(key) ?? { text: body, copyrights: [] };
    groups.set(key, group);
    if (!group.copyrights.some((known) => known.holder === holder)) group.copyrights.push({ holder, lines });
  }
  return [...groups.values()].sort((a, b) => b.copyrights.length - a.copyrights.length);
}
