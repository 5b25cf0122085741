import { ContextMenu as Context } from "@kobalte/core/context-menu";
import { DropdownMenu as Dropdown } from "@kobalte/core/dropdown-menu";
import type { JSX } from "solid-js";
import { createMemo, createSignal, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { rememberFocus } from "./focus-return.ts";
import button from "./icon-button.module.css";
import { Check, Ellipsis, type LucideIcon } from "./icons.ts";
import styles from "./menu.module.css";
import { createSheet, sheetPlacement } from "./sheet.ts";

/** A line of a menu. `undefined` and `false` are left out, so that callers can write conditions in place. */
interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** For one of several choices: whether it is the present one. */
  readonly isChecked?: boolean;
  readonly onSelect: () => void;
}

/** Lines of a menu side by side, each shown by a symbol instead of its label. */
interface MenuRow {
  readonly row: readonly (MenuItem & { readonly symbol: JSX.Element })[];
}

export type MenuEntry = MenuItem | MenuRow | "separator" | undefined | false;

interface DropdownProps {
  readonly entries: () => readonly MenuEntry[];
  readonly label: string;
  readonly class?: string;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a menu, which is a sheet on a phone. The trigger's content and class come from the caller. */
export function DropdownMenu(props: DropdownProps & { readonly children: JSX.Element }) {
  const sheet = createSheet();
  const placement = () =>
    sheet.isWanted() ? sheetPlacement : { gutter: 4, overflowPadding: 8, overlap: true };
  return (
    // The mark `data-kb-top-layer` keeps a dialog below from hiding the menu from screen readers.
    // Not modal: that would hide the page, where the focus can still go, from screen readers.
    <Dropdown modal={false} onOpenChange={props.onOpenChange} {...placement()}>
      <Dropdown.Trigger class={props.class} aria-label={props.label} onPointerDown={sheet.note}>
        {props.children}
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          data-kb-top-layer=""
          class={styles.menu}
          data-sheet={sheet.isWanted() ? "" : undefined}
        >
          <Entries entries={props.entries} item={Dropdown.Item} separator={Dropdown.Separator} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown>
  );
}

/** A button of three dots for whatever else can be done. */
export function MoreMenu(props: DropdownProps) {
  return (
    <DropdownMenu {...props} class={`${button.button} ${props.class ?? ""}`}>
      <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
    </DropdownMenu>
  );
}

/**
 * An area that opens a menu at the pointer, or at the bottom of a phone: by right click, long press, or the menu key. A list has one for all of its
 * rows, as one in each would take longer to make than the row: `aim` notes what the entries are about, and answers
 * whether there is a menu at all. Where there is none, the browser shows its own.
 */
export function ContextMenu(props: {
  readonly entries: () => readonly MenuEntry[];
  readonly aim?: (target: Element) => boolean;
  readonly class?: string;
  readonly children: JSX.Element;
}) {
  const [isAimed, setAimed] = createSignal(true);
  const sheet = createSheet();
  const placement = () => (sheet.isWanted() ? sheetPlacement : { overflowPadding: 8, overlap: true });
  let opener = document.activeElement;
  let returnFocus = () => {};
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return;
    opener = document.activeElement;
    returnFocus = rememberFocus();
  };
  // What the menu was for can be in another list by now, where it is rendered again.
  const onClosed = () => {
    if (!opener?.isConnected) setTimeout(() => document.activeElement === document.body && returnFocus());
  };
  const takeAim = (event: Event) => {
    sheet.note(event);
    if (props.aim) setAimed(event.target instanceof Element && props.aim(event.target));
  };
  return (
    <Context modal={false} onOpenChange={onOpenChange} {...placement()}>
      <Context.Trigger
        class={props.class}
        disabled={!isAimed()}
        onContextMenu={takeAim}
        onPointerDown={takeAim}
      >
        {props.children}
      </Context.Trigger>
      <Context.Portal>
        <Context.Content
          data-kb-top-layer=""
          class={styles.menu}
          onCloseAutoFocus={onClosed}
          data-sheet={sheet.isWanted() ? "" : undefined}
        >
          <Entries entries={props.entries} item={Context.Item} separator={Context.Separator} />
        </Context.Content>
      </Context.Portal>
    </Context>
  );
}

interface EntriesProps {
  readonly entries: () => readonly MenuEntry[];
  readonly item: typeof Dropdown.Item;
  readonly separator: typeof Dropdown.Separator;
}

/** The lines of a menu. One that is pressed or has the focus stays when the entries are made again with its label. */
function Entries(props: EntriesProps) {
  const lines = createMemo(() => {
    const items = new Map<string, MenuItem>();
    const order = props.entries().flatMap((entry): (string | MenuRow)[] => {
      if (!entry) return [];
      if (entry === "separator" || "row" in entry) return [entry];
      let key = `label ${entry.label}`;
      while (items.has(key)) key += " ";
      items.set(key, entry);
      return [key];
    });
    return { items, order };
  });
  return (
    <For each={lines().order}>
      {(entry) => {
        if (entry === "separator") return <Dynamic component={props.separator} class={styles.separator} />;
        if (typeof entry === "string")
          return (
            <Show when={lines().items.get(entry)}>
              {(item) => <Line component={props.item} item={item()} />}
            </Show>
          );
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of the things that a menu may hold
          <div class={styles.row} role="group">
            <For each={entry.row}>
              {(item) => (
                <Dynamic
                  component={props.item}
                  class={`${styles.item} ${styles.symbol}`}
                  aria-label={item.label}
                  onSelect={item.onSelect}
                >
                  {item.symbol}
                </Dynamic>
              )}
            </For>
          </div>
        );
      }}
    </For>
  );
}

function Line(props: { readonly component: EntriesProps["item"]; readonly item: MenuItem }) {
  return (
    <Dynamic
      component={props.component}
      class={`${styles.item} ${props.item.isDanger ? styles.danger : ""}`}
      disabled={props.item.isDisabled}
      role={props.item.isChecked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={props.item.isChecked}
      onSelect={props.item.onSelect}
    >
      <Show when={props.item.icon}>
        {(icon) => <Dynamic component={icon()} size={18} strokeWidth={1.75} aria-hidden="true" />}
      </Show>
      {props.item.label}
      <Show when={props.item.isChecked}>
        <Check class={styles.check} size={18} strokeWidth={1.75} aria-hidden="true" />
      </Show>
    </Dynamic>
  );
}
