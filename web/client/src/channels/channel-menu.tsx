import {
  CheckCheck,
  Copy,
  FolderPlus,
  Headset,
  Link,
  Notifications,
  Pencil,
  Plus,
  Trash,
  UserPlus,
} from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { lazy } from "solid-js";
import { attempt, copyText } from "../components/attempt.ts";
import { channelName } from "../components/channels.tsx";
import { openConfirm, openDialog } from "../components/dialogs.tsx";
import { goTo } from "../components/navigation.ts";
import { markRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { removeGroup } from "../servers/channel-layout.ts";
import { CreateChannelDialog } from "../servers/create-channel-dialog.tsx";
import { InviteDialog } from "../servers/invite-dialog.tsx";
import { askToDeleteChannel, openCategoryDialog } from "../servers/server-dialogs.ts";
import { saveLayout, serverLayout } from "../servers/server-layout.ts";
import { channelSettingsPages } from "../servers/settings-pages.ts";
import type { Client } from "../session/client.ts";
import { scopeOf } from "../settings/notifications/scope.ts";
import { openScopeDialog } from "../settings/notifications/scope-dialog.tsx";

const MovePeople = lazy(() => import("../voice/move-people-dialog.tsx"));

/** What can be done with a channel of a server. */
export function channelMenu(client: Client, channel: Channel, server: Server): MenuEntry[] {
  const texts = t().servers;
  return [
    channel.unread && {
      label: texts.markAsRead,
      icon: CheckCheck,
      onSelect: () => void attempt(() => markRead(client, channel)),
    },
    channel.havePermission("InviteOthers") && {
      label: texts.invitePeople,
      icon: UserPlus,
      onSelect: () => openDialog(InviteDialog, { server, channel }),
    },
    channel.voiceParticipants.size > 0 &&
      server.havePermission("MoveMembers") && {
        label: t().voice.movePeople,
        icon: Headset,
        onSelect: () => openDialog(MovePeople, { server, channel }),
      },
    channelSettingsPages(channel).length > 0 && {
      label: texts.editChannel,
      icon: Pencil,
      onSelect: () => goTo(client, `${channel.path}/settings`),
    },
    {
      label: t().notificationSettings.menu,
      icon: Notifications,
      onSelect: () => openScopeDialog(scopeOf(channel, channelName(channel))),
    },
    {
      label: texts.copyLink,
      icon: Link,
      onSelect: () => void copyText(`${location.origin}${channel.path}`),
    },
    { label: texts.copyId, icon: Copy, onSelect: () => void copyText(channel.id) },
    channel.havePermission("ManageChannel") && {
      label: texts.deleteChannel,
      icon: Trash,
      isDanger: true,
      onSelect: () => askToDeleteChannel(client, channel),
    },
  ];
}

export function categoryMenu(client: Client, server: Server, categoryId: string): MenuEntry[] {
  const texts = t().servers;
  const category = server.categories?.find(({ id }) => id === categoryId);
  if (!category || !server.havePermission("ManageChannel")) {
    return [{ label: texts.copyId, icon: Copy, onSelect: () => void copyText(categoryId) }];
  }
  return [
    {
      label: texts.createChannelHere,
      icon: Plus,
      onSelect: () => openDialog(CreateChannelDialog, { server, categoryId }),
    },
    {
      label: texts.renameCategory,
      icon: Pencil,
      onSelect: () => openCategoryDialog(client, server, categoryId),
    },
    { label: texts.copyId, icon: Copy, onSelect: () => void copyText(categoryId) },
    {
      label: texts.deleteCategory,
      icon: Trash,
      isDanger: true,
      onSelect: () =>
        openConfirm({
          title: texts.deleteCategoryTitle(category.title),
          description: texts.deleteCategoryHint,
          action: texts.deleteCategory,
          onConfirm: () => saveLayout(client, server, removeGroup(serverLayout(server), categoryId)),
        }),
    },
  ];
}

/** What can be made in a server by those who manage its channels. */
export function creationEntries(client: Client, server: Server): MenuEntry[] {
  return [
    {
      label: t().servers.createChannel,
      icon: Plus,
      onSelect: () => openDialog(CreateChannelDialog, { server }),
    },
    {
      label: t().servers.createCategory,
      icon: FolderPlus,
      onSelect: () => openCategoryDialog(client, server),
    },
  ];
}
