/** What of a message is forwarded. */
export interface Forwarded {
  readonly content: string;
  readonly author: string;
  /** The address of the message. */
  readonly link: string;
  readonly files: readonly { readonly name: string; readonly url: string }[];
}

/** The names of those whom a text mentions. */
interface MentionedNames {
  user(id: string): string;
  role(id: string): string;
}

const encoder = new TextEncoder();
export const bytesOf = (text: string) => encoder.encode(text).length;

/**
 * A forwarded message as text that every client of the protocol can show: a comment, a quote, links to the files, the
 * author, and a link that leads those there who may read it. The link is in angle brackets, as a preview would repeat
 * the quote. The quote is cut where the whole would be longer than `limit` bytes.
 */
export function forwardText(
  { content, author, link, files }: Forwarded,
  comment: string,
  names: MentionedNames,
  limit: number,
): string {
  const before = comment === "" ? "" : `${comment}\n\n`;
  const listed = files.map(({ name, url }) => `> [${escapeName(name)}](${url})\n`).join("");
  const after = `${listed}\n${silence(escapeName(author))}: <${link}>`;
  const room = limit - bytesOf(before) - bytesOf(after);
  return `${before}${quote(silence(withNames(content, names)), room)}${after}`;
}

/** Mentions as names: those who were mentioned once are not notified again, and not by somebody else. */
function withNames(text: string, names: MentionedNames): string {
  return text
    .replaceAll(/<@([0-9A-HJKMNP-TV-Z]{26})>/g, (_, id) => `@${escapeName(names.user(id))}`)
    .replaceAll(/<%([0-9A-HJKMNP-TV-Z]{26})>/g, (_, id) => `@${escapeName(names.role(id))}`);
}

/** Keeps a text from notifying everybody, by a space that is not seen. */
const silence = (text: string) => text.replaceAll(/@(?=everyone|online)/g, "@\u200B");

/** Names are no Markdown. */
const escapeName = (text: string) => text.replaceAll(/[\\`*_~|<>[\]()#:$]/g, "\\$&");

function quote(text: string, room: number): string {
  if (text.trim() === "") return "";
  const whole = lines(text);
  if (bytesOf(whole) <= room) return whole;
  const letters = [...text];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (bytesOf(lines(`${letters.slice(0, middle).join("")}…`)) <= room) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? "" : lines(`${letters.slice(0, least).join("")}…`);
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => `> ${line}\n`)
    .join("");
