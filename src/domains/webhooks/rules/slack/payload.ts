import { parseMentions } from "../../../messages/index.ts";
import { asAddress, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { stack } from "../foreign/markdown.ts";
import type { ForeignEmbed, Translation } from "../foreign/translation.ts";
import { translateAttachment } from "./attachment.ts";
import { translateBlocks } from "./blocks.ts";
import { translateMrkdwn, translatePlain } from "./mrkdwn.ts";

/** What a program sent that believes it speaks to Slack. Where there are blocks, the text only stands in for them. */
export function translateSlack(payload: Loose): Translation {
  const attachments = asRecords(payload.attachments);
  const text =
    payload.mrkdwn === false ? translatePlain(asText(payload.text)) : translateMrkdwn(asText(payload.text));
  const above = attachments.map(({ pretext }) => translateMrkdwn(asText(pretext)));
  const content = stack([translateBlocks(payload.blocks) || text, ...above]);
  const embeds = attachments.map(translateAttachment);
  return {
    content: stack([callOut(content, embeds), content]),
    embeds,
    name: asText(payload.username),
    avatar: asAddress(payload.icon_url),
    quiet: false,
  };
}

/** Slack tells people of what attachments say, too. Here only the text does that: it begins with their marks. */
function callOut(content: string, embeds: readonly ForeignEmbed[]): string {
  const called = marksIn(content);
  const inside = marksIn(embeds.map(({ description }) => description).join("\n\n"));
  return inside.filter((mark) => !called.includes(mark)).join(" ");
}

function marksIn(text: string): string[] {
  const { everyone, online, users, roles } = parseMentions(text);
  return [
    ...(everyone ? ["@everyone"] : []),
    ...(online ? ["@online"] : []),
    ...users.map((id) => `<@${id}>`),
    ...roles.map((id) => `<%${id}>`),
  ];
}
