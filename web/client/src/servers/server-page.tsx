import { Navigate, useParams } from "@solidjs/router";
import { Hash } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { Show } from "solid-js";
import { NotFoundPage } from "../components/not-found-page.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import styles from "../settings/page.module.css";
import { rememberedChannel } from "./last-channel.ts";
import { ServerAbout } from "./server-about.tsx";

/** The address of a server without a channel leads to the channel that was open last, or to the first one. */
export default function ServerPage() {
  const params = useParams<{ server: string }>();
  const client = useClient();
  const server = () => client.servers.get(params.server);
  const channel = () => {
    const last = client.channels.get(rememberedChannel(params.server) ?? "");
    return last?.serverId === params.server ? last : server()?.defaultChannel;
  };
  return (
    <Show when={server()} fallback={<NotFoundPage />}>
      {(found) => (
        <Show
          when={channel()}
          fallback={
            <>
              <PageHeader title={found().name} />
              <div class={styles.page}>
                <ServerAbout server={found()} />
              </div>
              <EmptyState icon={Hash} title={t().servers.noChannels}>
                {t().servers.noChannelsHint}
              </EmptyState>
            </>
          }
        >
          {(open) => <Navigate href={open().path} />}
        </Show>
      )}
    </Show>
  );
}
