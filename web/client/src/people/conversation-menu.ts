import { CheckCheck, Copy, LogOut, Notifications, Settings, X } from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import type { Channel } from "stoat.js";
import { channelName } from "../channels/channel-name.ts";
import { placeOf } from "../settings/notifications/place.ts";
import { openPlaceDialog } from "../settings/notifications/place-dialog.tsx";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import { goTo } from "./navigation.ts";
import { openGroupSettings, openLeaveGroup } from "./open-dialogs.tsx";
import { copyId } from "./person-actions.ts";
import { userMenuEntries } from "./user-menu.ts";

/** What can be done with a direct message or a group in the list of conversations. */
export function conversationEntries(channel: Channel): readonly MenuEntry[] {
  const { people } = t();
  const isGroup = channel.type === "Group";
  return [
    channel.unread && {
      label: people.markRead,
      icon: CheckCheck,
      onSelect: () => void attempt(() => channel.ack()),
    },
    isGroup && {
      label: people.groupSettings,
      icon: Settings,
      onSelect: () => openGroupSettings(channel),
    },
    {
      label: t().notificationSettings.menu,
      icon: Notifications,
      onSelect: () => openPlaceDialog(placeOf(channel, channelName(channel))),
    },
    isGroup && { label: people.copyId, icon: Copy, onSelect: () => void copyId(channel.id) },
    isGroup
      ? {
          label: people.leaveGroup,
          icon: LogOut,
          isDanger: true,
          onSelect: () => openLeaveGroup(channel),
        }
      : { label: people.closeConversation, icon: X, onSelect: () => void close(channel) },
    ...(channel.recipient ? (["separator", ...userMenuEntries(channel.recipient)] as const) : []),
  ];
}

async function close(channel: Channel): Promise<void> {
  const isOpen = isShown(channel);
  const worked = await attempt(() => channel.delete());
  if (worked && isOpen) goTo("/friends");
}

/** Whether the page shows this channel. */
export const isShown = (channel: Channel) => location.pathname.startsWith(channel.path);
