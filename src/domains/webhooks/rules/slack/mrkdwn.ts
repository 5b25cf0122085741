import { link, outsideCode } from "../foreign/markdown.ts";
import { escapeMentions, escapeMentionsInUrl, ownId } from "../foreign/mentions.ts";
import { asUrl } from "../foreign/unknown-record.ts";

const ownIdForm = new RegExp(`^${ownId}$`);
/** Links, mentions and commands. */
const tokens = /<([^<>\n]{1,3000})>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Translates Slack's mrkdwn into markdown. */
export function translateMrkdwn(text: string): string {
  return outsideCode(
    text,
    (part) => translateTokens(restyle(part)),
    (part) => openCode(translatePlain(part)),
  );
}

/** The plain text of mrkdwn, for titles, which show no markdown. */
export function translateTitle(text: string): string {
  return unescapeText(text.replace(tokens, (_, inside: string) => inside.slice(inside.indexOf("|") + 1)));
}

/** Translates text without mrkdwn. It mentions nobody, because mentions in Slack are tokens. */
export function translatePlain(text: string): string {
  return escapeMentions(unescapeText(text));
}

function translateTokens(part: string): string {
  return part
    .split(tokens)
    .map((piece, index) => (index % 2 === 0 ? translatePlain(piece) : translateToken(piece)))
    .join("");
}

/** In mrkdwn, bold and strikethrough use single characters, and a number sign begins no heading. */
function restyle(part: string): string {
  return part
    .replace(/(?<![\w*])\*(?![\s*])([^*\n]*[^*\s])\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w~])~(?![\s~])([^~\n]*[^~\s])~(?![\w~])/g, "~~$1~~")
    .replace(/^#{1,6} /gm, "\\$&");
}

function translateToken(inside: string): string {
  const bar = inside.indexOf("|");
  const [target, suffix] = bar < 0 ? [inside, ""] : [inside.slice(0, bar), inside.slice(bar + 1)];
  const name = target.slice(1);
  const label = unescapeText(suffix);
  switch (target[0]) {
    case "@":
      return ownIdForm.test(name) ? `<@${name}>` : escapeMentions(`@${(label || name).replace(/^@/, "")}`);
    case "#":
      return ownIdForm.test(name) ? `<#${name}>` : escapeMentions(`#${(label || name).replace(/^#/, "")}`);
    case "!":
      return translateCommand(name, label);
  }
  const url = asUrl(unescapeText(target));
  if (url === undefined) return escapeMentions(label || unescapeText(target));
  return label === "" || label === url ? escapeMentionsInUrl(url) : link(label, url);
}

function translateCommand(name: string, label: string): string {
  if (name === "here") return "@online";
  if (name === "channel" || name === "everyone") return "@everyone";
  const [kind = "", first = ""] = name.split("^");
  if (kind === "subteam" && ownIdForm.test(first)) return `<%${first}>`;
  if (kind === "date" && label === "" && /^\d{1,11}$/.test(first)) return `<t:${first}:f>`;
  return escapeMentions(label || `@${kind === "subteam" ? first : kind}`);
}

function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

/** Slack shows text after the opening fence as code; markdown would take it for the language. */
function openCode(code: string): string {
  const inside = /^```([\s\S]*)```$/.exec(code)?.[1];
  return inside === undefined ? code : `\`\`\`\n${inside.replace(/^\n|\n$/g, "")}\n\`\`\``;
}
