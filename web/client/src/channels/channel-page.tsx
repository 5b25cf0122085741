import { useParams } from "@solidjs/router";
import { Hash } from "@ui/icons.ts";
import { Show } from "solid-js";
import { NotFoundPage } from "../app/not-found-page.tsx";
import { PageHeader } from "../app/page-header.tsx";
import { Composer } from "../composer/composer.tsx";
import { ConversationProvider, createConversation } from "../messages/conversation.tsx";
import { MessageList } from "../messages/message-list.tsx";
import { MemberList } from "../people/member-list.tsx";
import { MemberToggle } from "../people/member-toggle.tsx";
import { useClient } from "../session/context.tsx";
import { channelName } from "./channel-name.ts";
import styles from "./channel-page.module.css";

export default function ChannelPage() {
  const params = useParams<{ channel: string }>();
  const client = useClient();
  return (
    // Keyed by the id: every channel starts with a list and a composer of its own.
    <Show when={client.channels.has(params.channel) && params.channel} keyed fallback={<NotFoundPage />}>
      {(id) => (
        <Show when={client.channels.get(id)} fallback={<NotFoundPage />}>
          {(channel) => (
            <ConversationProvider value={createConversation()}>
              <PageHeader
                title={channelName(channel())}
                icon={<Hash size={18} strokeWidth={1.75} aria-hidden="true" />}
                detail={channel().description}
                actions={<MemberToggle channel={channel()} />}
              />
              <div class={styles.split}>
                <div class={styles.conversation}>
                  <MessageList channel={channel()} />
                  <Composer channel={channel()} />
                </div>
                <MemberList channel={channel()} />
              </div>
            </ConversationProvider>
          )}
        </Show>
      )}
    </Show>
  );
}
