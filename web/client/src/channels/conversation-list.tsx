import { A, useLocation } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { CountBadge } from "@ui/count-badge.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import {
  Bookmark,
  CheckCheck,
  Copy,
  LogOut,
  Notifications,
  Search,
  Settings,
  UserPlus,
  Users,
  X,
} from "@ui/icons.ts";
import { ContextMenu, type MenuEntry } from "@ui/menu.tsx";
import navigation from "@ui/navigation.module.css";
import { createMemo, For, Show } from "solid-js";
import { attempt, copyText } from "../components/attempt.ts";
import { channelName, conversationsOf } from "../components/channels.tsx";
import { goTo, isShown } from "../components/navigation.ts";
import { openLeaveGroup, openNewGroup } from "../groups/open-dialogs.tsx";
import { openGroupSettings } from "../groups/open-group-settings.tsx";
import { markRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { userMenuEntries } from "../profile/user-menu.ts";
import { useSearchEverywhere } from "../search/search-everywhere.ts";
import type { Client } from "../session/client.ts";
import { useClient, useConnection } from "../session/context.tsx";
import { scopeOf } from "../settings/notifications/scope.ts";
import { openScopeDialog } from "../settings/notifications/scope-dialog.tsx";
import { openMessages } from "../users/person-actions.ts";
import { presenceOf } from "../users/presence.ts";
import { peopleWith } from "../users/relations.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import styles from "./list.module.css";
import { favouriteEntry, splitFavourites } from "./listed-channels.ts";

/** Friends, saved messages, direct messages and groups, the latest conversation first. */
export function ConversationList() {
  const { client, settings } = useConnection();
  const conversations = createMemo(() => conversationsOf(client));
  const lists = createMemo(() => splitFavourites(settings, conversations()));
  const search = useSearchEverywhere();
  return (
    <nav class={styles.list} aria-label={t().frame.directMessages}>
      <header class={`${navigation.header} ${styles.header}`}>
        <h2 class={styles.name}>{t().frame.home}</h2>
        <IconButton icon={Search} label={t().search.searchEverywhere} onClick={search} />
        <IconButton icon={UserPlus} label={t().people.newGroup} onClick={openNewGroup} />
      </header>
      <div class={styles.entries}>
        <FriendsEntry />
        <SavedMessagesEntry />
        <Show when={lists().favourites.length}>
          <h3 class={styles.group}>{t().favourites.title}</h3>
          <Conversations channels={lists().favourites} />
        </Show>
        <h3 class={styles.group}>{t().frame.directMessages}</h3>
        <Show
          when={conversations().length}
          fallback={<p class={styles.none}>{t().people.noConversations}</p>}
        >
          <Conversations channels={lists().others} />
        </Show>
      </div>
    </nav>
  );
}

function Conversations(props: { readonly channels: readonly Channel[] }) {
  const { client, settings } = useConnection();
  return (
    <ul>
      <For each={props.channels}>
        {(channel) => (
          <li>
            <ContextMenu
              entries={() => [favouriteEntry(settings, channel), ...conversationEntries(client, channel)]}
            >
              <ChannelEntry
                channel={channel}
                name={channelName(channel)}
                icon={<ConversationIcon channel={channel} />}
              />
            </ContextMenu>
          </li>
        )}
      </For>
    </ul>
  );
}

function FriendsEntry() {
  const client = useClient();
  const location = useLocation();
  const requests = () => peopleWith(client, "Incoming").length;
  return (
    // The page has two addresses; the entry is that of the one that is open.
    <A
      class={`${navigation.entry} ${styles.entry}`}
      activeClass={styles.active}
      href={location.pathname === "/" ? "/" : "/friends"}
      end
    >
      <Users size={18} strokeWidth={1.75} aria-hidden="true" />
      <span class={styles.label}>{t().frame.friends}</span>
      <CountBadge class={styles.badge} count={requests()} label={t().people.requests(requests())} />
    </A>
  );
}

/** The channel of saved messages is created when it is opened first. */
function SavedMessagesEntry() {
  const client = useClient();
  const saved = createMemo(() => client.channels.list().find(({ type }) => type === "SavedMessages"));
  const icon = () => <Bookmark size={18} strokeWidth={1.75} aria-hidden="true" />;
  return (
    <Show
      when={saved()}
      fallback={
        <button
          type="button"
          class={`${navigation.entry} ${styles.entry}`}
          onClick={() => void (client.user && openMessages(client, client.user))}
        >
          {icon()}
          <span class={styles.label}>{t().frame.savedMessages}</span>
        </button>
      }
    >
      {(channel) => <ChannelEntry channel={channel()} name={t().frame.savedMessages} icon={icon()} />}
    </Show>
  );
}

function ConversationIcon(props: { readonly channel: Channel }) {
  return (
    <Avatar
      name={channelName(props.channel)}
      url={props.channel.recipient?.avatarURL ?? props.channel.iconURL}
      size={24}
      presence={props.channel.recipient && presenceOf(props.channel.recipient)}
    />
  );
}

/** What can be done with a direct message or a group in the list of conversations. */
function conversationEntries(client: Client, channel: Channel): readonly MenuEntry[] {
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
    isGroup && { label: people.copyId, icon: Copy, onSelect: () => void copyText(channel.id) },
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
