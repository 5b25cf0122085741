import { parseMentions } from "../../../messages/index.ts";
import { stack } from "../foreign/markdown.ts";
import type { ForeignEmbed, Translation } from "../foreign/translation.ts";
import { asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateAttachment } from "./attachment.ts";
import { translateBlocks } from "./blocks.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";

/** Translates the payload of a program that was written for Slack. Blocks replace the text. */
export function translateSlack(payload: UnknownRecord): Translation {
  const attachments = asRecords(payload.attachments);
  const text =
    payload.mrkdwn === false ? translatePlain(asText(payload.text)) : translateMrkdwn(asText(payload.text));
  const pretexts = attachments.map(({ pretext }) => translateMrkdwn(asText(pretext)));
  const content = stack([translateBlocks(payload.blocks) || text, ...pretexts]);
  const embeds = attachments.map(translateAttachment);
  return {
    content: stack([repeatMentions(content, embeds), content]),
    embeds,
    name: asText(payload.username),
    avatar: asUrl(payload.icon_url),
    quiet: false,
  };
}

/** Slack notifies users whom attachments mention. Here only the content notifies, so it repeats those mentions. */
function repeatMentions(content: string, embeds: readonly ForeignEmbed[]): string {
  const inContent = new Set(mentionsIn(content));
  const inEmbeds = mentionsIn(embeds.map(({ description }) => description).join("\n\n"));
  return inEmbeds.filter((mention) => !inContent.has(mention)).join(" ");
}

function mentionsIn(text: string): string[] {
  const { everyone, online, users, roles } = parseMentions(text);
  return [
    ...(everyone ? ["@everyone"] : []),
    ...(online ? ["@online"] : []),
    ...users.map((id) => `<@${id}>`),
    ...roles.map((id) => `<%${id}>`),
  ];
}
