import { FileArchive, FileAudio, FileIcon, FileText } from "@ui/icons.ts";
import { createSignal, For, Match, Show, Switch } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { File } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { isSpoiler, originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import styles from "./attachment-list.module.css";
import card from "./file-card.module.css";
import { FileHeading } from "./file-heading.tsx";
import { ImageGrid } from "./image-grid.tsx";
import player from "./player.module.css";
import { SpoilerCover } from "./spoiler-cover.tsx";
import { altOf, kindOf, nameOf, sizeOf } from "./stored-file.ts";
import { TextFile } from "./text-file.tsx";
import { VideoPlayer } from "./video-player.tsx";

/** The files of a message: the images together, then the others one below the other. */
export function AttachmentList(props: { readonly files: readonly File[] }) {
  const images = () => props.files.filter((file) => kindOf(file) === "image");
  const others = () => props.files.filter((file) => kindOf(file) !== "image");
  return (
    <div class={styles.list}>
      <Show when={images().length > 0}>
        <ImageGrid files={images()} />
      </Show>
      <For each={others()}>{(file) => <Attachment file={file} />}</For>
    </div>
  );
}

function Attachment(props: { readonly file: File }) {
  return (
    <Switch
      fallback={
        <SpoilerCover fileId={props.file._id} name={nameOf(props.file)} isSpoiler={isSpoiler(props.file)}>
          <NotVisual file={props.file} />
        </SpoilerCover>
      }
    >
      <Match when={kindOf(props.file) === "video"}>
        <VideoPlayer
          id={props.file._id}
          url={originalUrl(addresses, props.file)}
          name={nameOf(props.file)}
          description={props.file.description}
          size={sizeOf(props.file)}
          isSpoiler={isSpoiler(props.file)}
        />
      </Match>
    </Switch>
  );
}

function NotVisual(props: { readonly file: File }) {
  return (
    <Switch fallback={<FileCard file={props.file} />}>
      <Match when={kindOf(props.file) === "audio"}>
        <AudioPlayer file={props.file} />
      </Match>
      <Match when={kindOf(props.file) === "text"}>
        <TextFile file={props.file} />
      </Match>
    </Switch>
  );
}

function AudioPlayer(props: { readonly file: File }) {
  const [isFailed, setFailed] = createSignal(false);
  return (
    <div class={card.card}>
      <FileHeading file={props.file} icon={<FileAudio size={24} strokeWidth={1.75} aria-hidden="true" />} />
      <div class={player.audio}>
        <Show when={!isFailed()} fallback={<p class={player.audioFailed}>{t().media.audioFailed}</p>}>
          {/* biome-ignore lint/a11y/useMediaCaption: people upload recordings without captions */}
          <audio
            class={player.player}
            src={originalUrl(addresses, props.file)}
            aria-label={altOf(props.file)}
            controls
            preload="metadata"
            onError={() => setFailed(true)}
          />
        </Show>
      </div>
    </div>
  );
}

/** A file that is not shown, only offered. */
function FileCard(props: { readonly file: File }) {
  return (
    <div class={card.card}>
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
