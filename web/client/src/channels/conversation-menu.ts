import { CheckCheck, Copy, LogOut, Notifications, Settings, X } from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { attempt } from "../components/attempt.ts";
import { channelName } from "../components/channel-name.ts";
import { goTo, isShown } from "../components/navigation.ts";
import { openLeaveGroup } from "../groups/open-dialogs.tsx";
import { openGroupSettings } from "../groups/open-group-settings.tsx";
import { markRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { userMenuEntries } from "../profile/user-menu.ts";
import type { Client } from "../session/client.ts";
import { scopeOf } from "../settings/notifications/scope.ts";
import { openScopeDialog } from "../settings/notifications/scope-dialog.tsx";
import { copyId } from "../users/person-actions.ts";

/** What can be done with a direct message or a group in the list of conversations. */
export function conversationEntries(client: Client, channel: Channel): readonly MenuEntry[] {
  const { people } = t();
  const isGroup = channel.type === "Group";
  return [
    channel.unread && {
      label: people.markRead,
      icon: CheckCheck,
      onSelect: () => void attempt(() => markRead(client, channel)),
    },
    isGroup && {
      label: people.groupSettings,
      icon: Settings,
      onSelect: () => openGroupSettings(channel),
    },
    {
      label: t().notificationSettings.menu,
      icon: Notifications,
      onSelect: () => openScopeDialog(scopeOf(channel, channelName(channel))),
    },
    isGroup && { label: people.copyId, icon: Copy, onSelect: () => void copyId(channel.id) },
    isGroup
      ? {
          label: people.leaveGroup,
          icon: LogOut,
          isDanger: true,
          onSelect: () => openLeaveGroup(channel),
        }
      : { label: people.closeConversation, icon: X, onSelect: () => void close(client, channel) },
    ...(channel.recipient ? (["separator", ...userMenuEntries(client, channel.recipient)] as const) : []),
  ];
}

async function close(client: Client, channel: Channel): Promise<void> {
  const isOpen = isShown(channel);
  const worked = await attempt(() => client.api.delete(`/channels/${channel.id}`));
  if (worked && isOpen) goTo(client, "/friends");
}
