import { IconButton } from "@ui/icon-button.tsx";
import { EyeOff, File as FileIcon, Pencil, RotateCw, X } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { formatBytes } from "../media/byte-size.ts";
import styles from "./attachment-strip.module.css";
import type { Attachment, Attachments } from "./attachments.ts";
import { FileDialog } from "./file-dialog.tsx";

/** The files that go with the message, with how far each is uploaded. */
export function AttachmentStrip(props: { readonly attachments: Attachments }) {
  return (
    <Show when={props.attachments.list.length > 0}>
      <ul class={styles.strip} aria-label={t().composer.attachments}>
        <For each={props.attachments.list}>
          {(attachment) => <AttachmentCard attachment={attachment} attachments={props.attachments} />}
        </For>
      </ul>
    </Show>
  );
}

function AttachmentCard(props: { readonly attachment: Attachment; readonly attachments: Attachments }) {
  const isUploading = () => props.attachment.id === undefined && props.attachment.error === undefined;
  const name = () => props.attachment.file.name;
  return (
    <li class={styles.card} data-failed={props.attachment.error ? "" : undefined}>
      <div class={styles.preview} data-spoiler={props.attachment.isSpoiler ? "" : undefined}>
        <Show
          when={props.attachment.previewUrl}
          fallback={<FileIcon size={32} strokeWidth={1.25} aria-hidden="true" />}
        >
          {(url) => <img class={styles.image} src={url()} alt={props.attachment.description} />}
        </Show>
        <Show when={props.attachment.isSpoiler}>
          <span class={styles.badge}>{t().composer.spoiler}</span>
        </Show>
      </div>
      <div class={styles.tools}>
        <Show when={props.attachment.error}>
          <IconButton
            icon={RotateCw}
            label={t().composer.uploadAgain(name())}
            onClick={() => props.attachments.retry(props.attachment.key)}
          />
        </Show>
        <IconButton
          icon={Pencil}
          label={t().composer.editFile(name())}
          onClick={() => openDialog(FileDialog, props)}
        />
        <IconButton
          icon={EyeOff}
          label={t().composer.markSpoiler(name())}
          pressed={props.attachment.isSpoiler}
          onClick={() => props.attachments.toggleSpoiler(props.attachment.key)}
        />
        <IconButton
          icon={X}
          label={isUploading() ? t().composer.cancelUpload(name()) : t().composer.removeFile(name())}
          onClick={() => props.attachments.remove(props.attachment.key)}
        />
      </div>
      <span class={styles.name} dir="auto" title={name()}>
        {name()}
      </span>
      <Show
        when={isUploading()}
        fallback={
          <span class={styles.detail} role={props.attachment.error ? "alert" : undefined}>
            {props.attachment.error ||
              props.attachment.description ||
              formatBytes(props.attachment.file.size)}
          </span>
        }
      >
        <progress
          class={styles.progress}
          value={props.attachment.progress}
          max={1}
          aria-label={t().composer.uploading(name())}
        />
      </Show>
    </li>
  );
}
