import { link, stack, timestamp } from "../foreign/markdown.ts";
import { escapeMentions, escapeMentionsInUrl } from "../foreign/mentions.ts";
import { asRecord, asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";

/** Translates a rich text block. Its lists are not nested: each has a number for its indentation. */
export function translateRichText({ elements }: UnknownRecord): string {
  return stack(asRecords(elements).map(translateSection));
}

function translateSection({ type, elements, style, indent }: UnknownRecord): string {
  switch (type) {
    case "rich_text_list": {
      const margin = "  ".repeat(Math.min(Math.max(Math.trunc(Number(indent)) || 0, 0), 8));
      const items = asRecords(elements).map((item) => translatePieces(item.elements));
      return stack(items.map((item, at) => `${margin}${style === "ordered" ? `${at + 1}.` : "-"} ${item}`));
    }
    case "rich_text_preformatted":
      return `\`\`\`\n${escapeMentions(asRecords(elements).map(rawText).join(""))}\n\`\`\``;
    case "rich_text_quote":
      return translatePieces(elements).replace(/^/gm, "> ");
    default:
      return translatePieces(elements);
  }
}

function translatePieces(elements: unknown): string {
  return asRecords(elements).map(translatePiece).join("");
}

function translatePiece(piece: UnknownRecord): string {
  const text = typeof piece.text === "string" ? rawText(piece) : "";
  const url = asUrl(piece.url);
  switch (piece.type) {
    case "link":
      if (url === undefined) return translatePlain(text);
      return text === "" ? escapeMentionsInUrl(url) : link(text, url);
    case "emoji":
      return escapeMentions(`:${asText(piece.name)}:`);
    case "user":
      return translateMrkdwn(`<@${asText(piece.user_id)}>`);
    case "channel":
      return translateMrkdwn(`<#${asText(piece.channel_id)}>`);
    case "usergroup":
      return translateMrkdwn(`<!subteam^${asText(piece.usergroup_id)}>`);
    case "broadcast":
      return translateMrkdwn(`<!${asText(piece.range)}>`);
    case "date":
      return translatePlain(asText(piece.fallback)) || timestamp(Number(piece.timestamp));
    default:
      return applyStyle(translatePlain(text), asRecord(piece.style));
  }
}

/** Keeps surrounding white space, which separates words of adjacent pieces. */
function rawText({ text, url }: UnknownRecord): string {
  const whole = typeof text === "string" ? text : asText(url);
  return whole.slice(0, 4_000).replaceAll("\0", "").toWellFormed();
}

function applyStyle(text: string, { code, bold, italic, strike }: UnknownRecord): string {
  const inside = text.trim();
  if (inside === "") return text;
  const marks = [bold === true ? "**" : "", italic === true ? "_" : "", strike === true ? "~~" : ""];
  const styled = code === true ? `\`${inside}\`` : marks.join("") + inside + marks.toReversed().join("");
  const start = text.indexOf(inside);
  return text.slice(0, start) + styled + text.slice(start + inside.length);
}
