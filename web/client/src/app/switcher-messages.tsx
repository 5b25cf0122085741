import { MessageSquare } from "@ui/icons.ts";
import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Message } from "../../../protocol/types.ts";
import { channelName } from "../components/channels.tsx";
import { goTo } from "../components/navigation.ts";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { foundAuthor } from "../search/found-message.tsx";
import { hidesMessagesOf } from "../session/adults-only.ts";
import type { Client } from "../session/client.ts";
import { lineIcon, type Target } from "./switcher-target.tsx";

/** How long somebody has not typed before messages are searched, in milliseconds. */
const pause = 300;
const most = 6;
/** Servers look for no longer texts, and shorter ones are rather the beginning of a name. */
const [shortest, longest] = [3, 64];

/** Looks for messages in all channels that the user can read. */
export function createMessageSearch(client: Client, words: () => string) {
  const [messages, setMessages] = createSignal<readonly Message[]>([]);
  const found = createMemo(() => messages().flatMap((message) => targetOf(client, message) ?? []));
  const [hasFailed, setFailed] = createSignal(false);
  createEffect(
    on(words, (text) => {
      setFailed(false);
      setMessages([]);
      const query = text.slice(0, longest);
      if (query.length < shortest || !/[\p{L}\p{N}]/u.test(query)) return;
      let isCurrent = true;
      const look = async () => {
        try {
          const {
            messages: hits,
            users,
            members,
          } = await client.api.post("/search", {
            query,
            limit: most,
            sort: "Latest",
            include_users: true,
          });
          if (!isCurrent) return;
          client.learn({ users, members });
          setMessages(hits);
        } catch {
          setFailed(isCurrent);
        }
      };
      const timer = setTimeout(look, pause);
      onCleanup(() => {
        isCurrent = false;
        clearTimeout(timer);
      });
    }),
  );
  return { found, hasFailed };
}

function targetOf(client: Client, message: Message): Target | undefined {
  const channel = client.channels.get(message.channel);
  if (!channel || hidesMessagesOf(client, channel.id)) return undefined;
  const { content = "" } = message;
  const by = foundAuthor(client, channel, message).name;
  return {
    name: messagePreview(client, { content, server: channel.server }) || t().inbox.withoutText,
    detail: [by, channelName(channel), channel.server?.name].filter(Boolean).join(" · "),
    icon: lineIcon(MessageSquare),
    run: () => goTo(client, `${channel.path}/${message._id}`),
  };
}
