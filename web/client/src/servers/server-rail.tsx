import { A, useLocation } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { CountBadge } from "@ui/count-badge.tsx";
import { createDragOrder } from "@ui/drag-order.ts";
import { Folder, FolderMinus, FolderPlus, House, Inbox, Plus } from "@ui/icons.ts";
import { ContextMenu } from "@ui/menu.tsx";
import { For, Show } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import type { Folder as FolderData } from "../preferences/folders.ts";
import { useClient, useConnection } from "../session/context.tsx";
import { type ServerOrder, useServerOrder } from "../settings/server-order.ts";
import { AddServerDialog } from "./add-server-dialog.tsx";
import { ShowAloneEntry } from "./community-bar.tsx";
import { FolderEntry, folderName, moveByKey, moveEntries } from "./folder-entry.tsx";
import { serverMenu } from "./server-menu.tsx";
import styles from "./server-rail.module.css";
import { homeCount, homeLabel, mentionCount } from "./unread-counts.ts";

/** The servers of the user, one below the other. */
export function ServerRail() {
  const client = useClient();
  const location = useLocation();
  const order = useServerOrder();
  const drag = createDragOrder({
    accepts: order.mayDrop,
    // A server on another one makes a folder of them.
    acceptsOn: (id, target) => isServer(id) && !order.folderOf(target),
    onDrop: order.drop,
  });
  const isServer = (id: string) => client.servers.has(id);
  const entryOf = (id: string) => (
    <Show when={client.servers.get(id)}>
      {(server) => <ServerEntry server={server()} order={order} drag={drag} />}
    </Show>
  );
  const isHome = () => !/^\/(server|inbox)(\/|$)/.test(location.pathname);
  return (
    <nav class={styles.rail} aria-label={t().frame.servers}>
      <A
        class={`${styles.entry} ${isHome() ? styles.active : ""}`}
        href="/"
        end
        aria-label={homeLabel(t().frame.home, client)}
      >
        <span class={styles.home}>
          <House size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <CountBadge class={styles.badge} count={homeCount(client)} />
      </A>
      <InboxEntry />
      <hr class={styles.line} />
      <For each={order.items().map(({ id }) => id)}>
        {(id) => {
          const item = () => order.items().find((each) => each.id === id);
          const ids = () => {
            const found = item();
            return found?.folder ? found.servers : [];
          };
          return (
            <Show when={item()?.folder} fallback={entryOf(id)}>
              {(folder) => (
                <FolderEntry
                  folder={folder()}
                  servers={ids().flatMap((each) => client.servers.get(each) ?? [])}
                  order={order}
                  drag={drag}
                >
                  <For each={ids()}>{entryOf}</For>
                </FolderEntry>
              )}
            </Show>
          );
        }}
      </For>
      <button
        type="button"
        class={styles.entry}
        aria-label={t().frame.addServer}
        title={t().frame.addServer}
        onClick={() => openDialog(AddServerDialog, {})}
      >
        <span class={`${styles.home} ${styles.add}`}>
          <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </button>
      <ShowAloneEntry />
    </nav>
  );
}

function InboxEntry() {
  const client = useClient();
  const mentions = () => mentionCount(client);
  const label = () => (mentions() ? t().inbox.label(mentions()) : t().inbox.title);
  return (
    <A
      class={styles.entry}
      activeClass={styles.active}
      href="/inbox"
      aria-label={label()}
      title={t().inbox.title}
    >
      <span class={styles.home}>
        <Inbox size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <CountBadge class={styles.badge} count={mentions()} />
    </A>
  );
}

function ServerEntry(props: {
  readonly server: Server;
  readonly order: ServerOrder;
  readonly drag: ReturnType<typeof createDragOrder>;
}) {
  const { client, notifications } = useConnection();
  const id = () => props.server.id;
  const isUnread = () => props.server.unread && !notifications().isMuted("server", id(), Date.now());
  const mentions = () => props.server.mentions.length;
  const label = () => {
    const notes = [isUnread() && t().frame.unread, mentions() && t().frame.mentions(mentions())];
    return [props.server.name, ...notes.filter(Boolean)].join(", ");
  };
  const folder = () => props.order.folderOf(id());
  const entries = () => [
    ...serverMenu(client, props.server),
    "separator" as const,
    ...props.order
      .folders()
      .filter((other) => other.id !== folder()?.id)
      .map((other) => ({
        label: t().folders.moveTo(nameOf(other)),
        icon: Folder,
        onSelect: () => props.order.put(id(), other.id),
      })),
    folder()
      ? {
          label: t().folders.takeOut,
          icon: FolderMinus,
          onSelect: () => props.order.put(id(), undefined),
        }
      : { label: t().folders.create, icon: FolderPlus, onSelect: () => props.order.create(id()) },
    ...moveEntries(props.order, id()),
  ];
  const nameOf = (other: FolderData) =>
    folderName(
      other,
      other.servers.flatMap((each) => client.servers.get(each) ?? []),
    );
  return (
    <ContextMenu entries={entries} class={styles.place}>
      <A
        class={styles.entry}
        href={`/server/${id()}`}
        activeClass={styles.active}
        aria-label={label()}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={props.server.name}
        draggable={false}
        {...props.drag.item(id())}
        data-unread={isUnread() ? "" : undefined}
        // On touch screens a drag scrolls the rail; there the menu moves servers.
        onPointerDown={(event) => event.pointerType === "mouse" && props.drag.begin(id(), event)}
        onKeyDown={(event) => moveByKey(event, (by) => props.order.step(id(), by))}
      >
        <Avatar name={props.server.name} url={props.server.iconURL} size={48} square />
        <CountBadge class={styles.badge} count={mentions()} />
      </A>
    </ContextMenu>
  );
}
