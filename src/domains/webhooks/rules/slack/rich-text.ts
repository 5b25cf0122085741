import { asAddress, asRecord, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { link, moment, stack } from "../foreign/markdown.ts";
import { escapeMarks, unmarkAddress } from "../foreign/marks.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";

/** A block of rich text. Lists do not hold lists: Slack indents them by a number of their own. */
export function translateRichText({ elements }: Loose): string {
  return stack(asRecords(elements).map(translateSection));
}

function translateSection({ type, elements, style, indent }: Loose): string {
  switch (type) {
    case "rich_text_list": {
      const margin = "  ".repeat(Math.min(Math.max(Math.trunc(Number(indent)) || 0, 0), 8));
      const items = asRecords(elements).map((item) => translatePieces(item.elements));
      return stack(items.map((item, at) => `${margin}${style === "ordered" ? `${at + 1}.` : "-"} ${item}`));
    }
    case "rich_text_preformatted":
      return `\`\`\`\n${escapeMarks(asRecords(elements).map(rawText).join(""))}\n\`\`\``;
    case "rich_text_quote":
      return translatePieces(elements).replace(/^/gm, "> ");
    default:
      return translatePieces(elements);
  }
}

function translatePieces(elements: unknown): string {
  return asRecords(elements).map(translatePiece).join("");
}

function translatePiece(piece: Loose): string {
  const text = typeof piece.text === "string" ? rawText(piece) : "";
  const address = asAddress(piece.url);
  switch (piece.type) {
    case "link":
      if (address === undefined) return translatePlain(text);
      return text === "" ? unmarkAddress(address) : link(text, address);
    case "emoji":
      return escapeMarks(`:${asText(piece.name)}:`);
    case "user":
      return translateMrkdwn(`<@${asText(piece.user_id)}>`);
    case "channel":
      return translateMrkdwn(`<#${asText(piece.channel_id)}>`);
    case "usergroup":
      return translateMrkdwn(`<!subteam^${asText(piece.usergroup_id)}>`);
    case "broadcast":
      return translateMrkdwn(`<!${asText(piece.range)}>`);
    case "date":
      return translatePlain(asText(piece.fallback)) || moment(Number(piece.timestamp));
    default:
      return embellish(translatePlain(text), asRecord(piece.style));
  }
}

/** With the white space around it, without which words of two pieces would run together. */
function rawText({ text, url }: Loose): string {
  const whole = typeof text === "string" ? text : asText(url);
  return whole.slice(0, 4_000).replaceAll("\0", "").toWellFormed();
}

function embellish(text: string, { code, bold, italic, strike }: Loose): string {
  const inside = text.trim();
  if (inside === "") return text;
  const marks = [bold === true ? "**" : "", italic === true ? "_" : "", strike === true ? "~~" : ""];
  const styled = code === true ? `\`${inside}\`` : marks.join("") + inside + marks.toReversed().join("");
  const start = text.indexOf(inside);
  return text.slice(0, start) + styled + text.slice(start + inside.length);
}
