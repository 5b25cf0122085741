import { Show } from "solid-js";
import { isGif, proxied, webAddress } from "./addresses.ts";
import { fitSize, type Size, sizeStyle } from "./fit-size.ts";
import { LazyImage } from "./image.tsx";
import styles from "./image-grid.module.css";
import { openViewer } from "./viewer-state.ts";

/** An image of another site, which comes through this server or not at all. */
export function WebImage(props: {
  readonly url: string;
  readonly size: Size;
  /** What it is an image of; else the name in its address. */
  readonly name?: string;
}) {
  const name = () => props.name ?? nameIn(props.url);
  const size = () => ({ width: Number(props.size.width), height: Number(props.size.height) });
  const open = (previewUrl: string) =>
    openViewer(
      [
        {
          name: name(),
          previewUrl,
          originalUrl: previewUrl,
          size: size(),
          source: webAddress(props.url),
        },
      ],
      0,
    );
  return (
    <Show when={proxied(props.url)}>
      {(url) => (
        <div class={styles.single} style={sizeStyle(fitSize(size()))}>
          <button type="button" class={styles.button} aria-haspopup="dialog" onClick={() => open(url())}>
            <LazyImage url={url()} name={name()} isAnimated={isGif(props.url)} />
          </button>
        </div>
      )}
    </Show>
  );
}

function nameIn(address: string): string {
  const last = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || address;
  } catch {
    return last;
  }
}
