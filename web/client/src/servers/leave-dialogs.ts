import { openConfirm } from "../components/dialogs.tsx";
import { goTo, isShown } from "../components/navigation.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";

export function askToLeave(client: Client, server: Server): void {
  openConfirm({
    title: t().servers.leaveTitle(server.name),
    description: t().servers.leaveDescription,
    action: t().servers.leave,
    async onConfirm() {
      const isOpen = isShown(server);
      await client.api.delete(`/servers/${server.id}`);
      if (isOpen) goTo(client, "/");
    },
  });
}

export function askToDeleteChannel(client: Client, channel: Channel): void {
  const { id, name = "", serverId } = channel;
  openConfirm({
    title: t().servers.deleteChannelTitle(name),
    description: t().servers.deleteChannelHint,
    action: t().servers.deleteChannel,
    async onConfirm() {
      const isOpen = isShown(channel);
      await client.api.delete(`/channels/${id}`);
      if (isOpen) goTo(client, `/server/${serverId}`);
    },
  });
}
