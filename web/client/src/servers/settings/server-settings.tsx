import { useParams } from "@solidjs/router";
import {
  Archive,
  Ban,
  Eye,
  Hash,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldCheck,
  Smile,
  Ticket,
  TriangleAlert,
  Users,
  Webhook,
} from "@ui/icons.ts";
import { type Component, lazy, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { NotFoundPage } from "../../components/not-found-page.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { held } from "../../settings/held.ts";
import { SettingsLayout } from "../../settings/settings-layout.tsx";
import { type ServerPage, serverSettingsPages } from "../settings-pages.ts";

const pages: Record<ServerPage, readonly [LucideIcon, Component<{ readonly server: Server }>]> = {
  overview: [Settings, lazy(() => import("./overview-page.tsx"))],
  channels: [Hash, lazy(() => import("./channels-page.tsx"))],
  roles: [ShieldCheck, lazy(() => import("../roles/roles-page.tsx"))],
  preview: [Eye, lazy(() => import("./preview-page.tsx"))],
  emoji: [Smile, lazy(() => import("./emoji-page.tsx"))],
  webhooks: [Webhook, lazy(() => import("./webhooks-page.tsx"))],
  invites: [Ticket, lazy(() => import("./invites-page.tsx"))],
  members: [Users, lazy(() => import("./members-page.tsx"))],
  bans: [Ban, lazy(() => import("./bans-page.tsx"))],
  audit: [ScrollText, lazy(() => import("./audit-page.tsx"))],
  archive: [Archive, lazy(() => import("./archive-page.tsx"))],
  danger: [TriangleAlert, lazy(() => import("./danger-page.tsx"))],
};

/** The settings of a server, as far as the user may change them. */
export default function ServerSettings() {
  const params = useParams<{ server: string; page?: string }>();
  const client = useClient();
  const allowed = () => {
    const server = client.servers.get(params.server);
    return server ? serverSettingsPages(server, client.user?.id) : [];
  };
  const page = () => allowed().find((id) => id === params.page) ?? allowed()[0];
  return (
    <Show when={page() && client.servers.get(params.server)} fallback={<NotFoundPage />}>
      {(found) => {
        const server = held(() => client.servers.get(params.server), found());
        return (
          <SettingsLayout
            title={server().name}
            path={`/server/${server().id}/settings`}
            pages={allowed().map((id) => ({
              id,
              label: t().serverSettings.pages[id],
              icon: pages[id][0],
              isDanger: id === "danger",
            }))}
            page={params.page}
            closePath={`/server/${server().id}`}
          >
            <Dynamic component={pages[page() ?? "overview"][1]} server={server()} />
          </SettingsLayout>
        );
      }}
    </Show>
  );
}
