import {
  Bold,
  Code,
  EyeOff,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  TextQuote,
} from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import type { FieldState } from "./field-state.ts";
import { keysOfFormat } from "./format-keys.ts";
import { formatText, type TextFormat } from "./format-text.ts";
import styles from "./format-toolbar.module.css";

const icons: Record<TextFormat, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  spoiler: EyeOff,
  quote: TextQuote,
  bullets: List,
  numbers: ListOrdered,
};

/** What can be done with the selected text, while some of it is selected. */
export function FormatToolbar(props: { readonly state: FieldState }) {
  const name = (format: TextFormat) => [t().composer.formats[format], keysOfFormat(format)];
  const apply = (format: TextFormat) =>
    props.state.rewrite(formatText(props.state.field().text, props.state.selected(), format));
  const isSelected = () => props.state.selection().start < props.state.selection().end;
  return (
    <Show when={isSelected()}>
      <div class={styles.toolbar} role="toolbar" aria-label={t().composer.formatting}>
        <For each={Object.keys(icons) as TextFormat[]}>
          {(format) => (
            <button
              type="button"
              class={styles.button}
              aria-label={t().composer.formats[format]}
              title={name(format).filter(Boolean).join(" · ")}
              // The field keeps the focus, and with it what is selected.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => apply(format)}
            >
              <Dynamic component={icons[format]} size={14} strokeWidth={2} aria-hidden="true" />
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}
