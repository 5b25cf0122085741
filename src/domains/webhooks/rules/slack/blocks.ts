import { link, stack } from "../foreign/markdown.ts";
import { escapeMentions } from "../foreign/mentions.ts";
import { asRecord, asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";
import { translateRichText } from "./rich-text.ts";

export function translateBlocks(blocks: unknown): string {
  return stack(asRecords(blocks).map(translateBlock), "\n");
}

function translateBlock(block: UnknownRecord): string {
  switch (block.type) {
    case "header":
      return textOf(block.text).replace(/^(?=.)/, "### ");
    case "section":
      return stack([textOf(block.text), ...fieldsOf(block), elementOf(asRecord(block.accessory))]);
    case "context":
    case "actions":
      return stack(asRecords(block.elements).map(elementOf), "  ");
    case "image":
      return stack([textOf(block.title), imageOf(block)]);
    case "video":
      return linked(textOf(block.title) || "video", block.title_url ?? block.video_url);
    case "markdown":
      return escapeMentions(asText(block.text));
    case "rich_text":
      return translateRichText(block);
    case "divider":
      // Directly below a line, it would turn that line into a heading.
      return "\n---";
    default:
      return textOf(block.text);
  }
}

function fieldsOf({ fields }: UnknownRecord): string[] {
  return asRecords(fields).map(textOf);
}

/** Translates an element of a row or an accessory. Elements that only work in Slack are dropped. */
function elementOf(element: UnknownRecord): string {
  switch (element.type) {
    case "image":
      return imageOf(element);
    case "button":
      return linked(textOf(element.text), element.url);
    case "mrkdwn":
    case "plain_text":
      return textOf(element);
    default:
      return "";
  }
}

function imageOf({ image_url, alt_text, slack_file }: UnknownRecord): string {
  return linked(asText(alt_text) || "image", image_url ?? asRecord(slack_file).url);
}

function linked(label: string, target: unknown): string {
  const url = asUrl(target);
  return url === undefined ? "" : link(label || url, url);
}

/** Translates a text object. A plain string, which Slack refuses, counts as mrkdwn. */
function textOf(value: unknown): string {
  if (typeof value === "string") return translateMrkdwn(asText(value));
  const { type, text } = asRecord(value);
  return type === "plain_text" ? translatePlain(asText(text)) : translateMrkdwn(asText(text));
}
