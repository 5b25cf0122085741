import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { type LucideIcon, Settings, Smile, UserRound, X } from "@ui/icons.ts";
import { DropdownMenu, type MenuEntry } from "@ui/menu.tsx";
import { lazy, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { openProfile } from "../profile/open-profile.tsx";
import { useClient } from "../session/context.tsx";
import {
  clearStatusInTime,
  isPresenceWaiting,
  type OwnPresence,
  ownPresence,
  presences,
  setPresence,
  setStatusText,
} from "./own-status.ts";
import styles from "./own-user.module.css";
import marks from "./presence-mark.module.css";

const Status = lazy(() => import("./status-dialog.tsx"));
export const openStatus = () => openDialog(Status, {});

const mark =
  (presence: string): LucideIcon =>
  () => <span class={marks.mark} data-presence={presence} aria-hidden="true" />;

/** The marks of the presences in the place of icons, for menus. */
export const presenceIcons: Record<OwnPresence, LucideIcon> = {
  Online: mark("online"),
  Idle: mark("idle"),
  Focus: mark("focus"),
  Busy: mark("busy"),
  Invisible: mark("offline"),
};

/** The user at the foot of the lists: how they appear to others, and the way to the settings. */
export function OwnUser() {
  const client = useClient();
  clearStatusInTime(client);
  const presence = () => ownPresence(client);
  const name = () => client.user?.displayName ?? "";
  const status = () => client.user?.status?.text;
  const entries = (): readonly MenuEntry[] => [
    ...presences.map((choice) => ({
      label: presenceName(choice),
      icon: presenceIcons[choice],
      isChecked: choice === presence(),
      onSelect: () => void setPresence(client, choice),
    })),
    "separator",
    { label: t().people.setStatus, icon: Smile, onSelect: openStatus },
    Boolean(status()) && {
      label: t().people.clearStatus,
      icon: X,
      onSelect: () => void attempt(() => setStatusText(client, "")),
    },
    "separator",
    {
      label: t().people.profile,
      icon: UserRound,
      onSelect: () => client.user && openProfile(client.user.id),
    },
  ];
  return (
    <div class={styles.own}>
      <DropdownMenu
        class={styles.person}
        label={t().people.ownMenu({ name: name(), presence: presenceName(presence()) })}
        entries={entries}
      >
        <Avatar name={name()} url={client.user?.avatarURL} size={32} presence={shownAs(presence())} />
        <span class={styles.words}>
          <bdi class={styles.name}>{name()}</bdi>
          <bdi class={styles.status} role="status">
            <Show
              when={!isPresenceWaiting(client)}
              fallback={t().people.presenceSoon(presenceName(presence()))}
            >
              {status() ?? presenceName(presence())}
            </Show>
          </bdi>
        </span>
      </DropdownMenu>
      <A class={styles.settings} href="/settings" aria-label={t().frame.settings} title={t().frame.settings}>
        <Settings size={18} strokeWidth={1.75} aria-hidden="true" />
      </A>
    </div>
  );
}

const shownAs = (presence: OwnPresence) =>
  presence === "Invisible" ? "offline" : (presence.toLowerCase() as Lowercase<typeof presence>);

export const presenceName = (presence: OwnPresence) =>
  t().people.presences[presence.toLowerCase() as Lowercase<OwnPresence>];
