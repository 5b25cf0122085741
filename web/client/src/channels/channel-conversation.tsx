import { useNavigate } from "@solidjs/router";
import { EyeOff } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { type JSX, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { ConversationProvider, createConversation } from "../history/conversation.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { adultsOnly } from "../session/adults-only.ts";
import { useConnection } from "../session/context.tsx";

/**
 * What the parts of a channel's page share. It asks before a channel for adults is shown: what is inside does not exist
 * before the answer, and so fetches nothing.
 */
export function ChannelConversation(props: { readonly channel: Channel; readonly children: JSX.Element }) {
  const { settings } = useConnection();
  const navigate = useNavigate();
  const { isHidden, show } = adultsOnly(settings);
  return (
    <Show
      when={isHidden(props.channel)}
      fallback={<ConversationProvider value={createConversation()}>{props.children}</ConversationProvider>}
    >
      <PageHeader title={channelName(props.channel)} icon={<ChannelIcon channel={props.channel} />} />
      <EmptyState
        icon={EyeOff}
        title={t().reading.adultsTitle}
        action={{
          label: t().reading.adultsShow,
          onClick: () => void attempt(() => show(props.channel)),
        }}
        alternative={{ label: t().reading.adultsLeave, onClick: () => navigate(-1) }}
      >
        {t().reading.adultsText(channelName(props.channel))}
      </EmptyState>
    </Show>
  );
}
