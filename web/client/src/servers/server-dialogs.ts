import { openConfirm } from "../components/dialogs.tsx";
import { goTo, isShown } from "../components/navigation.ts";
import { openTextDialog } from "../components/text-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";
import { newGroup } from "./channel-layout.ts";
import { saveLayout, serverLayout } from "./server-layout.ts";

/** Makes a category, or gives one another name. */
export function openCategoryDialog(client: Client, server: Server, categoryId?: string): void {
  const known = server.categories.find(({ id }) => id === categoryId);
  openTextDialog({
    title: known ? t().servers.renameCategory : t().servers.createCategory,
    action: known ? t().common.save : t().servers.createCategory,
    label: t().servers.categoryName,
    value: known?.title,
    maxlength: 32,
    onSubmit(title) {
      const layout = serverLayout(server);
      if (!known) return saveLayout(client, server, [...layout, newGroup(title)]);
      const renamed = layout.map((group) => (group.id === known.id ? { ...group, title } : group));
      return saveLayout(client, server, renamed);
    },
  });
}

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
