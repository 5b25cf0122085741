import { useParams } from "@solidjs/router";
import { Show } from "solid-js";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { ComponentBoundary } from "../components/failure.tsx";
import { NotFoundPage } from "../components/not-found-page.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { usePanel } from "../components/panel-state.ts";
import { Composer } from "../composer/composer.tsx";
import { MarkdownLine } from "../markdown/markdown-line.tsx";
import { MemberList } from "../members/member-list.tsx";
import { MemberToggle } from "../members/member-toggle.tsx";
import { MessageList } from "../message-list/message-list.tsx";
import { useClient } from "../session/context.tsx";
import { CallButton } from "../voice/call-button.tsx";
import { CallView } from "../voice/call-view.tsx";
import { ChannelConversation } from "./channel-conversation.tsx";
import styles from "./channel-page.module.css";
import { ChannelActions, ChannelPanel } from "./channel-panels.tsx";

export default function ChannelPage() {
  const panel = usePanel();
  const params = useParams<{ channel: string }>();
  const client = useClient();
  return (
    // Keyed by the id: every channel starts with a list and a composer of its own.
    <Show when={client.channels.has(params.channel) && params.channel} keyed fallback={<NotFoundPage />}>
      {(id) => (
        <Show when={client.channels.get(id)} fallback={<NotFoundPage />}>
          {(channel) => (
            <ChannelConversation channel={channel()}>
              <PageHeader
                title={channelName(channel())}
                icon={<ChannelIcon channel={channel()} />}
                detail={<MarkdownLine text={channel().description ?? ""} />}
                actions={
                  <>
                    <CallButton channel={channel()} />
                    <ChannelActions channel={channel()} />
                    <MemberToggle channel={channel()} />
                  </>
                }
              />
              <div class={styles.split}>
                <div class={styles.conversation}>
                  <CallView channel={channel()} />
                  <ComponentBoundary>
                    <MessageList channel={channel()} />
                  </ComponentBoundary>
                  <ComponentBoundary>
                    <Composer channel={channel()} />
                  </ComponentBoundary>
                </div>
                <ComponentBoundary address={panel.kindIn(id)}>
                  <ChannelPanel channel={channel()} />
                </ComponentBoundary>
                <MemberList channel={channel()} />
              </div>
            </ChannelConversation>
          )}
        </Show>
      )}
    </Show>
  );
}
