import { For, Show } from "solid-js";
import { thumbHashToDataURL } from "thumbhash";
import type { File } from "../../../protocol/types.ts";
import { fileUrl, isSpoiler, originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import { fitSize, sizeStyle } from "./fit-size.ts";
import { LazyImage } from "./image.tsx";
import styles from "./image-grid.module.css";
import { SpoilerCover } from "./spoiler-cover.tsx";
import { altOf, isAnimated, metadataOf, nameOf, sizeOf } from "./stored-file.ts";
import { useUncovered } from "./uncovered.ts";
import { openViewer, type ViewedImage } from "./viewer-state.ts";

/** The images of a message: one in its own proportions, several as a grid of one size. */
export function ImageGrid(props: { readonly files: readonly File[] }) {
  const only = () => (props.files.length === 1 ? props.files[0] : undefined);
  return (
    <Show
      when={only()}
      fallback={
        <ul class={styles.grid} data-count={Math.min(props.files.length, 6)}>
          <For each={props.files}>
            {(file) => (
              <li class={styles.cell}>
                <ImageButton file={file} among={props.files} />
              </li>
            )}
          </For>
        </ul>
      }
    >
      {(file) => (
        <div class={styles.single} style={sizeStyle(fitSize(sizeOf(file())))}>
          <ImageButton file={file()} among={props.files} />
        </div>
      )}
    </Show>
  );
}

function ImageButton(props: { readonly file: File; readonly among: readonly File[] }) {
  const uncovered = useUncovered();
  const open = () => {
    // The viewer leads from one image to the next, and so not to those that are still covered.
    const shown = props.among.filter((file) => !isSpoiler(file) || uncovered.has(file._id));
    openViewer(shown.map(viewedImage), shown.indexOf(props.file));
  };
  return (
    <SpoilerCover fileId={props.file._id} name={nameOf(props.file)} isSpoiler={isSpoiler(props.file)}>
      <button type="button" class={styles.button} aria-haspopup="dialog" onClick={open}>
        <LazyImage
          url={fileUrl(addresses, props.file)}
          name={altOf(props.file)}
          thumbnail={thumbnailUrl(metadataOf(props.file).thumbhash)}
          isAnimated={isAnimated(props.file)}
        />
      </button>
    </SpoilerCover>
  );
}

function viewedImage(file: File): ViewedImage {
  return {
    name: nameOf(file),
    description: file.description,
    previewUrl: fileUrl(addresses, file),
    originalUrl: originalUrl(addresses, file),
    size: sizeOf(file),
  };
}

/** A blurred image from the few bytes that come with a file. */
function thumbnailUrl(hash: readonly number[] | null | undefined): string | undefined {
  // The decoder checks nothing: too few bytes would give noise, too many are not such a hash.
  if (!Array.isArray(hash) || hash.length < 5 || hash.length > 64) return undefined;
  try {
    return thumbHashToDataURL(hash);
  } catch {
    return undefined;
  }
}
