import { useParams } from "@solidjs/router";
import { ChevronDown, Hash } from "@ui/icons.ts";
import { ContextMenu, DropdownMenu } from "@ui/menu.tsx";
import { EmptyState } from "@ui/state.tsx";
import { createEffect, createMemo, For, Show } from "solid-js";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { collapsedCategories, setCollapsedCategories } from "../preferences/preferences.ts";
import { ungrouped } from "../servers/channel-layout.ts";
import { rememberChannel } from "../servers/last-channel.ts";
import { ServerAbout } from "../servers/server-about.tsx";
import { serverMenu } from "../servers/server-menu.tsx";
import { useClient, useConnection } from "../session/context.tsx";
import { hasVoice } from "../session/server.ts";
import { useCall } from "../voice/context.tsx";
import { ChannelEntry } from "./channel-entry.tsx";
import { categoryMenu, channelMenu, creationEntries } from "./channel-menu.tsx";
import styles from "./list.module.css";
import { favouriteEntry, favouritesId, hideMutedEntry, listedGroups } from "./listed-channels.ts";
import { type ChannelMoves, createChannelMoves } from "./move-channels.ts";
import own from "./server-channel-list.module.css";
import { VoiceParticipants } from "./voice-participants.tsx";

type Category = Server["orderedChannels"][number];

/** The channels of a server by category. */
export function ServerChannelList(props: { readonly server: Server }) {
  const connection = useConnection();
  const { client, settings } = connection;
  const params = useParams<{ server?: string; channel?: string }>();
  const moves = createChannelMoves(() => props.server);
  createEffect(() => {
    if (params.channel && params.server === props.server.id) rememberChannel(props.server.id, params.channel);
  });
  const mayManage = () => props.server.havePermission("ManageChannel");
  const categories = createMemo(() =>
    // Somebody who cannot fill a category has no use for an empty one.
    listedGroups(connection, props.server, params.channel).filter(
      ({ id, channels }) => channels.length > 0 || (mayManage() && id !== ungrouped),
    ),
  );
  const headerEntries = () => [
    ...(mayManage() ? creationEntries(client, props.server) : []),
    mayManage() && ("separator" as const),
    hideMutedEntry(settings, props.server),
    ...serverMenu(client, props.server),
  ];
  return (
    <nav class={styles.list} aria-label={t().frame.channels}>
      <header class={own.header}>
        <h2 class={own.heading}>
          <DropdownMenu
            entries={headerEntries}
            label={t().servers.menuOf(props.server.name)}
            class={own.headerButton}
          >
            <bdi class={styles.name}>{props.server.name}</bdi>
            <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
          </DropdownMenu>
        </h2>
      </header>
      <div class={styles.entries}>
        <ServerAbout server={props.server} isBrief />
        <Show when={categories().length === 0}>
          <EmptyState icon={Hash} title={t().servers.noChannels}>
            {t().servers.noChannelsHint}
          </EmptyState>
        </Show>
        <For each={categories().map(({ id }) => id)}>
          {(id) => (
            <Show when={categories().find((category) => category.id === id)}>
              {(category) => (
                <CategorySection
                  server={props.server}
                  category={category()}
                  open={params.channel}
                  moves={id === favouritesId ? undefined : moves}
                />
              )}
            </Show>
          )}
        </For>
      </div>
      <p class="visually-hidden" aria-live="assertive">
        {moves.announcement()}
      </p>
    </nav>
  );
}

function CategorySection(props: {
  readonly server: Server;
  readonly category: Category;
  readonly open: string | undefined;
  readonly moves: ChannelMoves | undefined;
}) {
  const client = useClient();
  const isTitled = () => props.category.id !== ungrouped;
  const collapsed = () => isTitled() && isCollapsed(props.server.id, props.category.id);
  // Open and unread channels stay visible.
  const channels = () =>
    collapsed()
      ? props.category.channels.filter((channel) => channel.unread || channel.id === props.open)
      : props.category.channels;
  return (
    <section>
      <Show when={isTitled()}>
        <ContextMenu
          aim={() => props.moves !== undefined}
          entries={() => [
            ...(props.moves?.menu(props.category.id, props.category.title) ?? []),
            ...categoryMenu(client, props.server, props.category.id),
          ]}
        >
          <h3>
            <button
              type="button"
              class={own.category}
              {...props.moves?.item(props.category.id, props.category.title)}
              aria-expanded={!collapsed()}
              onClick={() => toggleCollapsed(props.server.id, props.category.id)}
            >
              <ChevronDown
                class={own.chevron}
                data-collapsed={collapsed() ? "" : undefined}
                size={14}
                strokeWidth={2}
                aria-hidden="true"
              />
              <bdi class={styles.label}>{props.category.title}</bdi>
            </button>
          </h3>
        </ContextMenu>
      </Show>
      <ul>
        <For each={channels()}>
          {(channel) => <ChannelLine channel={channel} server={props.server} moves={props.moves} />}
        </For>
      </ul>
    </section>
  );
}

function ChannelLine(props: {
  readonly channel: Channel;
  readonly server: Server;
  readonly moves: ChannelMoves | undefined;
}) {
  const { client, settings } = useConnection();
  const call = useCall();
  const name = () => channelName(props.channel);
  const joinsOnOpen = () => hasVoice() && props.channel.isVoice && props.channel.havePermission("Connect");
  return (
    <li>
      <ContextMenu
        entries={() => [
          favouriteEntry(settings, props.channel),
          ...(props.moves?.menu(props.channel.id, name()) ?? []),
          ...channelMenu(client, props.channel, props.server),
        ]}
      >
        <ChannelEntry
          channel={props.channel}
          name={name()}
          icon={<ChannelIcon channel={props.channel} />}
          onOpen={joinsOnOpen() ? () => void call.join(props.channel.id) : undefined}
          moving={props.moves?.item(props.channel.id, name())}
        />
      </ContextMenu>
      <VoiceParticipants channel={props.channel} server={props.server} />
    </li>
  );
}

function isCollapsed(serverId: string, categoryId: string): boolean {
  return collapsedCategories().includes(`${serverId}/${categoryId}`);
}

/** Shows or hides the channels of a category, and remembers it on this device. */
function toggleCollapsed(serverId: string, categoryId: string): void {
  const id = `${serverId}/${categoryId}`;
  const others = collapsedCategories().filter((other) => other !== id);
  setCollapsedCategories(isCollapsed(serverId, categoryId) ? others : [...others, id]);
}
