import { FileArchive, FileIcon, FileText } from "@ui/icons.ts";
import { Dynamic } from "solid-js/web";
import type { File } from "../../../protocol/types.ts";
import styles from "./file-card.module.css";
import { FileHeading } from "./file-heading.tsx";

/** A file that is not shown, only offered. */
export function FileCard(props: { readonly file: File }) {
  return (
    <div class={styles.card}>
      <FileHeading
        file={props.file}
        icon={
          <Dynamic
            component={iconOf(props.file.content_type)}
            size={24}
            strokeWidth={1.75}
            aria-hidden="true"
          />
        }
      />
    </div>
  );
}

function iconOf(contentType: string) {
  if (/zip|tar|compressed|rar|7z|gzip|zstd|x-xz/.test(contentType)) return FileArchive;
  return /^text|pdf|document|word|html|xml/.test(contentType) ? FileText : FileIcon;
}
