import { For } from "solid-js";
import type { File } from "stoat.js";
import { t } from "../texts/texts.ts";
import styles from "./media.module.css";

/** The files of a message. */
export function Attachments(props: { readonly files: readonly File[] }) {
  return (
    <ul class={styles.list} aria-label={t().messages.attachments}>
      <For each={props.files}>
        {(file) => (
          <li>
            <a href={file.originalUrl} target="_blank" rel="noopener noreferrer" dir="auto">
              {file.filename}
            </a>{" "}
            <span class={styles.size}>{file.humanReadableSize}</span>
          </li>
        )}
      </For>
    </ul>
  );
}
