import { channelName } from "../components/channels.tsx";
import { locale, t } from "../i18n/i18n.ts";
import type { Message } from "../model/message.ts";
import type { Client } from "../session/client.ts";
import { describeMoment } from "./describe-moment.ts";
import { knownUser } from "./known-user.ts";
import { plainText } from "./plain-text.ts";
import { emojiOfShortName } from "./short-names.ts";

/** The text of a message in one line; empty for one without text. */
export function messagePreview(client: Client, message: Pick<Message, "content" | "server">): string {
  const { server } = message;
  return plainText(message.content, {
    user: (id) =>
      server?.getMember(id)?.nickname ?? knownUser(client, id)?.displayName ?? t().markdown.unknownPerson,
    role: (id) => server?.roles.get(id)?.name ?? t().markdown.unknownRole,
    channel: (id) => {
      const channel = client.channels.get(id);
      return channel ? channelName(channel) : t().markdown.unknownChannel;
    },
    emoji: (id) => client.emojis.get(id)?.name ?? id,
    shortName: emojiOfShortName,
    moment: (seconds) => describeMoment(new Date(seconds * 1000), "f", locale(), Date.now()),
    spoiler: t().markdown.hidden,
  });
}
