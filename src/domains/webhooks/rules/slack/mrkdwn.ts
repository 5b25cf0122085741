import { asAddress } from "../foreign/loose.ts";
import { link, outsideCode } from "../foreign/markdown.ts";
import { escapeMarks, ownId, unmarkAddress } from "../foreign/marks.ts";

const isOwn = new RegExp(`^${ownId}$`);
/** Links, mentions and the like. */
const tokens = /<([^<>\n]{1,3000})>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Slack's markup as our markdown. */
export function translateMrkdwn(text: string): string {
  return outsideCode(
    text,
    (part) => translateTokens(restyle(part)),
    (part) => openCode(translatePlain(part)),
  );
}

/** The same where no markdown is shown: in titles. */
export function translateTitle(text: string): string {
  return unescapeText(text.replace(tokens, (_, inside: string) => inside.slice(inside.indexOf("|") + 1)));
}

/** Text that is shown as it is. It can mention nobody: what Slack tells people by is a token. */
export function translatePlain(text: string): string {
  return escapeMarks(unescapeText(text));
}

function translateTokens(part: string): string {
  return part
    .split(tokens)
    .map((piece, index) => (index % 2 === 0 ? translatePlain(piece) : translateToken(piece)))
    .join("");
}

/** Asterisks and tildes are single there, and a number sign begins no heading. */
function restyle(part: string): string {
  return part
    .replace(/(?<![\w*])\*(?![\s*])([^*\n]*[^*\s])\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w~])~(?![\s~])([^~\n]*[^~\s])~(?![\w~])/g, "~~$1~~")
    .replace(/^#{1,6} /gm, "\\$&");
}

function translateToken(inside: string): string {
  const bar = inside.indexOf("|");
  const [target, behind] = bar < 0 ? [inside, ""] : [inside.slice(0, bar), inside.slice(bar + 1)];
  const name = target.slice(1);
  const label = unescapeText(behind);
  switch (target[0]) {
    case "@":
      return isOwn.test(name) ? `<@${name}>` : escapeMarks(`@${(label || name).replace(/^@/, "")}`);
    case "#":
      return isOwn.test(name) ? `<#${name}>` : escapeMarks(`#${(label || name).replace(/^#/, "")}`);
    case "!":
      return translateCommand(name, label);
  }
  const address = asAddress(unescapeText(target));
  if (address === undefined) return escapeMarks(label || unescapeText(target));
  return label === "" || label === address ? unmarkAddress(address) : link(label, address);
}

function translateCommand(name: string, label: string): string {
  if (name === "here") return "@online";
  if (name === "channel" || name === "everyone") return "@everyone";
  const [kind = "", first = ""] = name.split("^");
  if (kind === "subteam" && isOwn.test(first)) return `<%${first}>`;
  if (kind === "date" && label === "" && /^\d{1,11}$/.test(first)) return `<t:${first}:f>`;
  return escapeMarks(label || `@${kind === "subteam" ? first : kind}`);
}

function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

/** There, what follows right behind the marks is the first line of the code; here it would name its language. */
function openCode(code: string): string {
  const inside = /^```([\s\S]*)```$/.exec(code)?.[1];
  return inside === undefined ? code : `\`\`\`\n${inside.replace(/^\n|\n$/g, "")}\n\`\`\``;
}
