import { useParams } from "@solidjs/router";
import { Lock, type LucideIcon, Settings, Ticket, TriangleAlert, Webhook } from "@ui/icons.ts";
import { type Component, lazy, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { NotFoundPage } from "../../components/not-found-page.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { useClient } from "../../session/context.tsx";
import { held } from "../../settings/held.ts";
import { SettingsLayout } from "../../settings/settings-layout.tsx";
import { type ChannelPage, channelSettingsPages } from "../settings-pages.ts";

const pages: Record<ChannelPage, readonly [LucideIcon, Component<{ readonly channel: Channel }>]> = {
  overview: [Settings, lazy(() => import("./channel-overview-page.tsx"))],
  permissions: [Lock, lazy(() => import("./channel-permissions-page.tsx"))],
  webhooks: [Webhook, lazy(() => import("../settings/webhooks-page.tsx"))],
  invites: [Ticket, lazy(() => import("./channel-invites-page.tsx"))],
  danger: [TriangleAlert, lazy(() => import("./channel-danger-page.tsx"))],
};

/** The settings of a channel, as far as the user may change them. */
export default function ChannelSettings() {
  const params = useParams<{ server: string; channel: string; page?: string }>();
  const client = useClient();
  const allowed = () => {
    const channel = client.channels.get(params.channel);
    return channel ? channelSettingsPages(channel) : [];
  };
  const page = () => allowed().find((id) => id === params.page) ?? allowed()[0];
  return (
    <Show when={page() && client.channels.get(params.channel)} fallback={<NotFoundPage />}>
      {(found) => {
        const channel = held(() => client.channels.get(params.channel), found());
        return (
          <SettingsLayout
            title={`# ${channel().name}`}
            path={`${channel().path}/settings`}
            pages={allowed().map((id) => ({
              id,
              label: t().channelSettings.pages[id],
              icon: pages[id][0],
              isDanger: id === "danger",
            }))}
            page={params.page}
            closePath={channel().path}
          >
            <Dynamic component={pages[page() ?? "overview"][1]} channel={channel()} />
          </SettingsLayout>
        );
      }}
    </Show>
  );
}
