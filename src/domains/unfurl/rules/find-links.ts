/** Not the end of a longer scheme. */
const start = /(?<![a-z0-9+.-])https?:\/\//gi;
const outsideOfUrls = /[\s\u0000-\u001f\u007f-\u009f<>"|`]/;
/** At the end of an address these belong to the sentence. */
const trailing = ".,:;!?*'";
const closing = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const opening = [...closing.values()];

/** The first distinct addresses in a message, without fragments. Those in code, quotes and `<http…>` are left out. */
export function findLinks(content: string, max: number): string[] {
  if (!content.includes("://")) return [];
  const text = content
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/`[\s\S]*?`/g, " ")
    .replace(/<http.*>/g, " ")
    .replace(/^>.*$/gm, "");
  const links = new Set<string>();
  start.lastIndex = 0;
  for (let match = start.exec(text); match && links.size < max; match = start.exec(text)) {
    const scheme = match[0].length;
    const end = urlEnd(text, match.index + scheme);
    const [link = ""] = text.slice(match.index, end).split("#");
    if (URL.canParse(link)) links.add(link);
    start.lastIndex = Math.max(end, start.lastIndex);
  }
  return [...links];
}

function urlEnd(text: string, from: number): number {
  const open: string[] = [];
  let end = from;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (outsideOfUrls.test(character)) break;
    const opener = closing.get(character);
    // A bracket without its counterpart in the address belongs to the sentence.
    if (opener !== undefined && open.pop() !== opener) break;
    if (opening.includes(character)) open.push(character);
    else if (!trailing.includes(character)) end = at + 1;
  }
  return end;
}
