import type { Reader } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import type { RenderedNotification } from "../../../platform/push/port.ts";
import type { MessageNotification } from "../../accounts/index.ts";
import { fileUrl } from "../rules/image-urls.ts";
import { replaceIds } from "../rules/names.ts";
import { phraseWithoutText, systemPhrase } from "../rules/phrases.ts";
import { findAuthor } from "./find-author.ts";
import { findNames } from "./find-names.ts";
import { findPostedMessage } from "./find-posted-message.ts";

const weekSeconds = 7 * 86_400;

export async function renderMessage(
  db: Reader,
  notification: MessageNotification,
): Promise<RenderedNotification | undefined> {
  const posted = await findPostedMessage(db, notification);
  if (!posted) return undefined;
  const { message, channel } = posted;
  const { channel: channelId, message: id } = notification;
  const { urls } = db.services;
  const { content, system, attachments: [file] = [] } = message;
  const raw = system ? systemPhrase(system) : content || phraseWithoutText(message);
  const body = content ? replaceIds(content, await findNames(db, message, channel)) : raw;
  const server = channel.channel_type === "TextChannel" ? { server: channel.server } : {};
  return {
    ...(await findAuthor(db, message, channel)),
    image: file && fileUrl(file, urls),
    body,
    raw_body: body === raw ? undefined : raw,
    tag: channelId,
    timestamp: Math.floor(timeOfId(id) / 1_000),
    url: `${urls.app}/channel/${channelId}/${id}`,
    details: { message, channel },
    shortDetails: {
      message: { _id: id, channel: channelId, author: message.author },
      channel: { _id: channelId, channel_type: channel.channel_type, ...server },
    },
    delivery: { ttl: weekSeconds, urgency: "high", topic: channelId, id },
  };
}
