import { Avatar } from "@ui/avatar.tsx";
import { CountBadge } from "@ui/count-badge.tsx";
import { createField } from "@ui/create-field.ts";
import type { createDragOrder } from "@ui/drag-order.ts";
import { ArrowDown, ArrowUp, CheckCheck, FolderMinus, FolderOpen, Pencil } from "@ui/icons.ts";
import { ContextMenu, type MenuEntry } from "@ui/menu.tsx";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { For, type JSX, Show } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { markServerRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { type Folder, folderColours } from "../preferences/folders.ts";
import { openFolders, setOpenFolders } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import type { ServerOrder } from "../settings/server-order.ts";
import { cssColour } from "../users/role-colour.ts";
import styles from "./server-rail.module.css";

/** The name of a folder, or those of its servers. */
export const folderName = (folder: Folder, servers: readonly Server[]) =>
  folder.name || servers.map(({ name }) => name).join(", ");

/** How many servers a folded folder shows. */
const shownIcons = 4;

/** A folder of the rail, which shows its servers when it is open. */
export function FolderEntry(props: {
  readonly folder: Folder;
  readonly servers: readonly Server[];
  readonly order: ServerOrder;
  readonly drag: ReturnType<typeof createDragOrder>;
  readonly children: JSX.Element;
}) {
  const { client, notifications } = useConnection();
  const id = () => props.folder.id;
  const isOpen = () => openFolders().includes(id());
  const toggle = () =>
    setOpenFolders(isOpen() ? openFolders().filter((other) => other !== id()) : [...openFolders(), id()]);
  const unread = () =>
    props.servers.filter(
      (server) => server.unread && !notifications().isMuted("server", server.id, Date.now()),
    );
  const mentions = () => props.servers.reduce((sum, server) => sum + server.mentions.length, 0);
  const name = () => folderName(props.folder, props.servers);
  const label = () => {
    const notes = [unread().length > 0 && t().frame.unread, mentions() && t().frame.mentions(mentions())];
    return [t().folders.label(name()), ...notes.filter(Boolean)].join(", ");
  };
  const entries = () => [
    unread().length > 0 && {
      label: t().servers.markAsRead,
      icon: CheckCheck,
      onSelect: () => {
        for (const server of unread()) void markServerRead(client, server);
      },
    },
    {
      label: t().folders.edit,
      icon: Pencil,
      onSelect: () => openDialog(FolderDialog, { folder: props.folder, order: props.order }),
    },
    ...moveEntries(props.order, id()),
    { label: t().folders.dissolve, icon: FolderMinus, onSelect: () => props.order.dissolve(id()) },
  ];
  return (
    <div
      class={styles.folder}
      data-open={isOpen() ? "" : undefined}
      data-colour={props.folder.colour}
      style={{ "--folder": isOffered(props.folder.colour) ? undefined : cssColour(props.folder.colour) }}
    >
      <ContextMenu entries={entries} class={styles.place}>
        <button
          type="button"
          class={styles.entry}
          aria-label={label()}
          aria-expanded={isOpen()}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title={name()}
          {...props.drag.item(id())}
          data-unread={unread().length > 0 ? "" : undefined}
          onPointerDown={(event) => event.pointerType === "mouse" && props.drag.begin(id(), event)}
          onKeyDown={(event) => moveByKey(event, (by) => props.order.step(id(), by))}
          onClick={toggle}
        >
          <span class={styles.folderIcon}>
            <Show when={!isOpen()} fallback={<FolderOpen size={20} strokeWidth={1.75} aria-hidden="true" />}>
              <For each={props.servers.slice(0, shownIcons)}>
                {(server) => <Avatar name={server.name} url={server.iconURL} size={20} square />}
              </For>
            </Show>
          </span>
          <Show when={!isOpen()}>
            <CountBadge class={styles.badge} count={mentions()} />
          </Show>
        </button>
      </ContextMenu>
      <Show when={isOpen()}>{props.children}</Show>
    </div>
  );
}

/** Alt and an arrow key move a line of the rail, which keeps the focus. */
export function moveByKey(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  step: (by: -1 | 1) => void,
): void {
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  if (!event.altKey || !by) return;
  event.preventDefault();
  const id = event.currentTarget.dataset.dropId ?? "";
  step(by);
  // Moving the element takes the focus from it.
  queueMicrotask(() => document.querySelector<HTMLElement>(`[data-drop-id="${CSS.escape(id)}"]`)?.focus());
}

/** The lines of a menu that move a server or a folder in the rail. */
export function moveEntries(order: ServerOrder, id: string): MenuEntry[] {
  const { moveUp, moveDown } = t().servers;
  return [
    order.mayStep(id, -1) && { label: moveUp, icon: ArrowUp, onSelect: () => order.step(id, -1) },
    order.mayStep(id, 1) && { label: moveDown, icon: ArrowDown, onSelect: () => order.step(id, 1) },
  ];
}

const isOffered = (colour: string | undefined) => folderColours.some((offered) => offered === colour);

function FolderDialog(props: {
  readonly folder: Folder;
  readonly order: ServerOrder;
  readonly onClose: () => void;
}) {
  const name = createField(props.folder.name);
  const colour = createField(props.folder.colour ?? "");
  const choices = () => {
    const { none, ...offered } = t().folders.colours;
    const own = props.folder.colour;
    return [
      { value: "", label: none },
      ...folderColours.map((value) => ({ value: value as string, label: offered[value] })),
      ...(own === undefined || isOffered(own) ? [] : [{ value: own, label: own }]),
    ];
  };
  return (
    <FormDialog
      title={t().folders.edit}
      action={t().common.save}
      isReady
      onSubmit={async () =>
        props.order.change(props.folder.id, { name: name.value.trim(), colour: colour.value || undefined })
      }
      onClose={props.onClose}
    >
      <TextField label={t().folders.name} hint={t().folders.nameHint} {...name} maxlength={32} />
      <Select label={t().folders.colour} choices={choices()} {...colour} />
    </FormDialog>
  );
}
