import { Dialog } from "@ui/dialog.tsx";
import { For } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./keyboard-page.module.css";
import { shortcuts } from "./shortcuts.ts";

/** What the keyboard can do. */
export default function KeyboardPage(props: { readonly onClose: () => void }) {
  return (
    <Dialog title={t().keyboard.title} closeLabel={t().common.close} onClose={props.onClose}>
      <dl class={styles.keys}>
        <For each={shortcuts}>
          {({ keys, name }) => (
            <div class={styles.row}>
              <dt>{t().keyboard[name]}</dt>
              <dd>
                <For each={keys}>{(key) => <kbd class={styles.key}>{key}</kbd>}</For>
              </dd>
            </div>
          )}
        </For>
      </dl>
    </Dialog>
  );
}
