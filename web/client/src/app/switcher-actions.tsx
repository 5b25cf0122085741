import {
  CheckCheck,
  Headphones,
  Inbox,
  Keyboard,
  type LucideIcon,
  Mic,
  Palette,
  PhoneOff,
  Plus,
  Settings,
  Smile,
  UserPlus,
  Users,
  VolumeOff,
} from "@ui/icons.ts";
import { setAppearance } from "../components/appearance.ts";
import { attempt } from "../components/attempt.ts";
import { channelName } from "../components/channels.tsx";
import { openDialog } from "../components/dialogs.tsx";
import { goTo } from "../components/navigation.ts";
import { openAddFriend } from "../friends/open-add-friend.ts";
import { openNewGroup } from "../groups/open-dialogs.tsx";
import { markAllRead, markServerRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { notificationsIn, themes } from "../preferences/preferences.ts";
import { AddServerDialog } from "../servers/add-server-dialog.tsx";
import { serverSettingsPages } from "../servers/settings-pages.ts";
import type { Connection } from "../session/connection.ts";
import { userSettingsPages } from "../settings/user-settings.tsx";
import { ownPresence, presences, setPresence } from "../status/own-status.ts";
import { openStatus, presenceIcons, presenceName } from "../status/own-user.tsx";
import type { Call } from "../voice/call.ts";
import { lineIcon, type Target } from "./switcher-target.tsx";

interface Situation {
  readonly connection: Connection;
  readonly call: Call;
  readonly server: Server | undefined;
  readonly channel: Channel | undefined;
  readonly onShowKeys: () => void;
}

type Action = readonly [name: string, icon: LucideIcon, run: () => void, more?: Partial<Target>];

/** What can be done from anywhere, in the order in which it is offered. */
export function actionTargets(situation: Situation): Target[] {
  const actions: readonly (Action | false | undefined)[] = [
    ...generalActions(situation),
    ...callActions(situation.call),
    ...muteActions(situation),
    ...presenceActions(situation),
    ...settingsActions(situation),
  ];
  return actions
    .filter((action) => action !== false && action !== undefined)
    .map(([name, icon, run, more]) => ({ name, icon: lineIcon(icon), run, ...more }));
}

function generalActions({ connection: { client }, server, onShowKeys }: Situation): (Action | false)[] {
  const texts = t().switcher;
  const otherNames = [t().servers.createTitle, t().servers.joinTitle];
  return [
    [t().inbox.title, Inbox, () => goTo(client, "/inbox")],
    [t().inbox.markAllRead, CheckCheck, () => void markAllRead(client)],
    server?.unread === true && [
      texts.markRead(server.name),
      CheckCheck,
      () => void markServerRead(client, server),
    ],
    [t().frame.addServer, Plus, () => openDialog(AddServerDialog, {}), { otherNames }],
    [t().people.newGroup, Users, openNewGroup],
    [t().people.addFriendTitle, UserPlus, openAddFriend],
    [t().keyboard.title, Keyboard, onShowKeys],
  ];
}

function callActions(call: Call): Action[] {
  if (call.state() === "idle") return [];
  const texts = t().voice;
  return [
    [call.isMuted() ? texts.unmute : texts.mute, Mic, call.toggleMute],
    [call.isDeafened() ? texts.undeafen : texts.deafen, Headphones, call.toggleDeafen],
    [texts.leave, PhoneOff, call.leave],
  ];
}

/** Mutes what is open until it is unmuted. */
function muteActions({ connection, server, channel }: Situation): (Action | false)[] {
  const { settings, notifications } = connection;
  const toggle = (kind: "server" | "channel", id: string, name: string): Action => {
    const isMuted = notifications().isMuted(kind, id, Date.now());
    const run = () => {
      const [, write] = notificationsIn(settings);
      void attempt(() => write(notifications().withMute(kind, id, isMuted ? undefined : 0)));
    };
    const label = isMuted ? t().switcher.unmute : t().switcher.mute;
    return [label(name), VolumeOff, run];
  };
  return [
    channel !== undefined && toggle("channel", channel.id, channelName(channel)),
    server !== undefined && toggle("server", server.id, server.name),
  ];
}

function presenceActions({ connection: { client } }: Situation): Action[] {
  const chosen = ownPresence(client);
  return [
    ...presences
      .filter((presence) => presence !== chosen)
      .map(
        (presence): Action => [
          t().switcher.appearAs(presenceName(presence)),
          presenceIcons[presence],
          () => void setPresence(client, presence),
        ],
      ),
    [t().people.setStatus, Smile, openStatus],
  ];
}

function settingsActions({ connection: { client }, server }: Situation): Action[] {
  const settings = t().frame.settings;
  const ofServer = server ? serverSettingsPages(server, client.user?.id) : [];
  return [
    ...themes.map(
      (theme): Action => [
        t().appearance.themes[theme],
        Palette,
        () => setAppearance({ theme }),
        { detail: t().appearance.theme },
      ],
    ),
    ...userSettingsPages().map(
      ({ id, label, icon }): Action => [
        label,
        icon,
        () => goTo(client, `/settings/${id}`),
        { detail: settings },
      ],
    ),
    ...ofServer.map(
      (page): Action => [
        t().serverSettings.pages[page],
        Settings,
        () => goTo(client, `${server?.path}/settings/${page}`),
        { detail: server?.name },
      ],
    ),
  ];
}
