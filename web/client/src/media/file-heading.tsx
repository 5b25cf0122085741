import iconButton from "@ui/icon-button.module.css";
import { Download } from "@ui/icons.ts";
import type { JSX } from "solid-js";
import type { File } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import { formatBytes } from "./byte-size.ts";
import styles from "./file-card.module.css";
import { nameOf } from "./stored-file.ts";

/** A file by its icon, name and size, with a link that saves it. */
export function FileHeading(props: { readonly file: File; readonly icon: JSX.Element }) {
  return (
    <div class={styles.heading}>
      {props.icon}
      <div class={styles.words}>
        <div class={styles.name} dir="auto">
          {nameOf(props.file)}
        </div>
        <div class={styles.size}>{formatBytes(props.file.size)}</div>
      </div>
      <a
        class={`${iconButton.button} ${styles.download}`}
        href={originalUrl(addresses, props.file)}
        download={props.file.filename}
        aria-label={t().media.downloadNamed(nameOf(props.file))}
        title={t().media.download}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  );
}
