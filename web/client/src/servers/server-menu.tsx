import {
  CheckCheck,
  Copy,
  Flag,
  Info,
  LogOut,
  Notifications,
  Settings,
  UserPlus,
  UserRound,
} from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { lazy } from "solid-js";
import { copyText } from "../components/attempt.ts";
import { openDialog } from "../components/dialogs.tsx";
import { goTo } from "../components/navigation.ts";
import { markServerRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { openReport } from "../moderation/open-dialogs.tsx";
import type { Client } from "../session/client.ts";
import { scopeOf } from "../settings/notifications/scope.ts";
import { openScopeDialog } from "../settings/notifications/scope-dialog.tsx";
import { InviteDialog, invitableChannels } from "./invite-dialog.tsx";
import { AboutDialog } from "./server-about.tsx";
import { askToLeave } from "./server-dialogs.ts";
import { serverSettingsPages } from "./settings-pages.ts";

const OwnMember = lazy(() => import("./own-member-dialog.tsx"));

/** What can be done with a server, wherever it is shown. */
export function serverMenu(client: Client, server: Server): MenuEntry[] {
  const texts = t().servers;
  return [
    server.unread && {
      label: texts.markAsRead,
      icon: CheckCheck,
      onSelect: () => void markServerRead(client, server),
    },
    invitableChannels(server).length > 0 && {
      label: texts.invitePeople,
      icon: UserPlus,
      onSelect: () => openDialog(InviteDialog, { server }),
    },
    serverSettingsPages(server, client.user?.id).length > 0 && {
      label: texts.serverSettings,
      icon: Settings,
      onSelect: () => goTo(client, `/server/${server.id}/settings`),
    },
    server.havePermission("ChangeNickname") || server.havePermission("ChangeAvatar")
      ? { label: texts.ownProfile, icon: UserRound, onSelect: () => openDialog(OwnMember, { server }) }
      : undefined,
    {
      label: t().notificationSettings.menu,
      icon: Notifications,
      onSelect: () => openScopeDialog(scopeOf(server, server.name)),
    },
    (server.description !== undefined || server.banner !== undefined) && {
      label: texts.about,
      icon: Info,
      onSelect: () => openDialog(AboutDialog, { server }),
    },
    { label: texts.copyId, icon: Copy, onSelect: () => void copyText(server.id) },
    server.ownerId !== client.user?.id && {
      label: t().people.report,
      icon: Flag,
      isDanger: true,
      onSelect: () => openReport({ type: "Server", server }),
    },
    // The owner cannot leave: their way out is in the settings, transfer or deletion.
    server.ownerId !== client.user?.id && {
      label: texts.leave,
      icon: LogOut,
      isDanger: true,
      onSelect: () => askToLeave(client, server),
    },
  ];
}
