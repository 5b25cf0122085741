import { For, Match, Show, Switch } from "solid-js";
import type { File } from "../../../protocol/types.ts";
import { isSpoiler, originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import styles from "./attachment-list.module.css";
import { AudioPlayer } from "./audio-player.tsx";
import { FileCard } from "./file-card.tsx";
import { ImageGrid } from "./image-grid.tsx";
import { SpoilerCover } from "./spoiler-cover.tsx";
import { kindOf, nameOf, sizeOf } from "./stored-file.ts";
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
