/** A scheme that only ends in http is another one. */
const start = /(?<![a-z0-9+.-])https?:\/\//gi;
const outsideOfUrls = /[\s\u0000-\u001f\u007f-\u009f<>"|`]/;
/** These belong to the sentence where they stand at the end. */
const trailing = ".,:;!?*'";
const closing = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const opening = [...closing.values()];

/** The first addresses that a message shows, without fragments, each once. Code, quotes and `<http…>` show none. */
export function findLinks(content: string, most: number): string[] {
  if (!content.includes("://")) return [];
  const text = content
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/`[\s\S]*?`/g, " ")
    .replace(/<http.*>/g, " ")
    .replace(/^>.*$/gm, "");
  const links = new Set<string>();
  start.lastIndex = 0;
  for (let found = start.exec(text); found && links.size < most; found = start.exec(text)) {
    const scheme = found[0].length;
    const end = urlEnd(text, found.index + scheme);
    const [link = ""] = text.slice(found.index, end).split("#");
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
    // A bracket that closes more than the address opened is the sentence's.
    if (opener !== undefined && open.pop() !== opener) break;
    if (opening.includes(character)) open.push(character);
    else if (!trailing.includes(character)) end = at + 1;
  }
  return end;
}
