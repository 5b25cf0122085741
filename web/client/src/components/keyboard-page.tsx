import { A } from "@solidjs/router";
import { Dialog } from "@ui/dialog.tsx";
import { For } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./keyboard-page.module.css";
import { keysOf, shortcuts } from "./shortcuts.ts";

/** What the keyboard can do. */
export default function KeyboardPage(props: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={t().keyboard.title}
      closeLabel={t().common.close}
      onClose={props.onClose}
      actions={
        <A href="/settings/keyboard" onClick={props.onClose}>
          {t().keyboard.change}
        </A>
      }
    >
      <dl class={styles.keys}>
        <For each={shortcuts}>
          {(name) => (
            <div class={styles.row}>
              <dt>{t().keyboard.shortcuts[name]}</dt>
              <dd>
                <Keys keys={keysOf(name)} />
              </dd>
            </div>
          )}
        </For>
      </dl>
    </Dialog>
  );
}

/** Keys that are pressed together, one box each. */
export function Keys(props: { readonly keys: string }) {
  return <For each={props.keys.split(" ")}>{(key) => <kbd class={styles.key}>{key}</kbd>}</For>;
}
