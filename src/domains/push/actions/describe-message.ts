import { timeOfId } from "../../../platform/ids.ts";
import type { Reader } from "../../../store/tx.ts";
import type { MessageNews, Notice } from "../model.ts";
import { nameAll } from "../rules/names.ts";
import { stillPhrase, systemPhrase } from "../rules/phrases.ts";
import { fileUrl } from "../rules/pictures.ts";
import { findNames } from "./find-names.ts";
import { findSaid } from "./find-said.ts";
import { findSpeaker } from "./find-speaker.ts";

const week = 7 * 86_400;

export async function describeMessage(db: Reader, news: MessageNews): Promise<Notice | undefined> {
  const said = await findSaid(db, news);
  if (!said) return undefined;
  const { message, channel } = said;
  const { channel: channelId, message: id } = news;
  const { urls } = db.services;
  const { content, system, attachments: [file] = [] } = message;
  const raw = system ? systemPhrase(system) : content || stillPhrase(message);
  const body = content ? nameAll(content, await findNames(db, message, channel)) : raw;
  const server = channel.channel_type === "TextChannel" ? { server: channel.server } : {};
  return {
    ...(await findSpeaker(db, message, channel)),
    image: file && fileUrl(file, urls),
    body,
    raw_body: body === raw ? undefined : raw,
    tag: channelId,
    timestamp: Math.floor(timeOfId(id) / 1_000),
    url: `${urls.app}/channel/${channelId}/${id}`,
    more: { message, channel },
    brief: {
      message: { _id: id, channel: channelId, author: message.author },
      channel: { _id: channelId, channel_type: channel.channel_type, ...server },
    },
    sending: { ttl: week, urgency: "high", topic: channelId, id },
  };
}
