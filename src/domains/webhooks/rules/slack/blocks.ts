import { asAddress, asRecord, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { link, stack } from "../foreign/markdown.ts";
import { escapeMarks } from "../foreign/marks.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";
import { translateRichText } from "./rich-text.ts";

/** Blocks one below the other. */
export function translateBlocks(blocks: unknown): string {
  return stack(asRecords(blocks).map(translateBlock), "\n");
}

function translateBlock(block: Loose): string {
  switch (block.type) {
    case "header":
      return textOf(block.text).replace(/^(?=.)/, "### ");
    case "section":
      return stack([textOf(block.text), ...fieldsOf(block), elementOf(asRecord(block.accessory))]);
    case "context":
    case "actions":
      return stack(asRecords(block.elements).map(elementOf), "  ");
    case "image":
      return stack([textOf(block.title), pictureOf(block)]);
    case "video":
      return linked(textOf(block.title) || "video", block.title_url ?? block.video_url);
    case "markdown":
      return escapeMarks(asText(block.text));
    case "rich_text":
      return translateRichText(block);
    case "divider":
      // Right below a line, it would make that a heading.
      return "\n---";
    default:
      return textOf(block.text);
  }
}

function fieldsOf({ fields }: Loose): string[] {
  return asRecords(fields).map(textOf);
}

/** What stands in a row or beside a text. Whatever only works inside of Slack is left out. */
function elementOf(element: Loose): string {
  switch (element.type) {
    case "image":
      return pictureOf(element);
    case "button":
      return linked(textOf(element.text), element.url);
    case "mrkdwn":
    case "plain_text":
      return textOf(element);
    default:
      return "";
  }
}

function pictureOf({ image_url, alt_text, slack_file }: Loose): string {
  return linked(asText(alt_text) || "image", image_url ?? asRecord(slack_file).url);
}

function linked(label: string, target: unknown): string {
  const address = asAddress(target);
  return address === undefined ? "" : link(label || address, address);
}

/** A text object; plain strings, which Slack refuses, are taken for its markup. */
function textOf(value: unknown): string {
  if (typeof value === "string") return translateMrkdwn(asText(value));
  const { type, text } = asRecord(value);
  return type === "plain_text" ? translatePlain(asText(text)) : translateMrkdwn(asText(text));
}
