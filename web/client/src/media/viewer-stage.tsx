import { ImageOff } from "@ui/icons.ts";
import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { createZoom } from "./create-zoom.ts";
import { fitWithin, type Size } from "./fit-size.ts";
import styles from "./viewer.module.css";
import type { ViewedImage } from "./viewer-state.ts";

const panStep = 80;

/** The zoom of the viewer and the keys that change it. */
export function createStage(onSwipe: (direction: 1 | -1) => void) {
  const [view, setView] = createSignal<HTMLElement>();
  const [viewSize, setViewSize] = createSignal<Size>({ width: 0, height: 0 });
  const [size, setSize] = createSignal<Size>({ width: 0, height: 0 });
  const fitted = () => fitWithin(size(), viewSize());
  const zoom = createZoom({ view, viewSize, fitted, onSwipe });
  createEffect(() => {
    const element = view();
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setViewSize({ width: element.clientWidth, height: element.clientHeight });
      zoom.reset();
    });
    observer.observe(element);
    onCleanup(() => observer.disconnect());
  });

  /** Returns whether the key means something here. Arrows lead to other images, or move within a large one. */
  const pressKey = (key: string, step: (by: number) => void): boolean => {
    const isWhole = zoom.zoom().scale === 1;
    const keys: Readonly<Record<string, () => void>> = {
      "+": zoom.zoomIn,
      "=": zoom.zoomIn,
      "-": zoom.zoomOut,
      "0": zoom.reset,
      ArrowLeft: () => (isWhole ? step(-1) : zoom.pan({ x: panStep, y: 0 })),
      ArrowRight: () => (isWhole ? step(1) : zoom.pan({ x: -panStep, y: 0 })),
      ArrowUp: () => zoom.pan({ x: 0, y: panStep }),
      ArrowDown: () => zoom.pan({ x: 0, y: -panStep }),
      PageUp: () => step(-1),
      PageDown: () => step(1),
    };
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    action?.();
    return action !== undefined;
  };
  return { zoom, setView, setSize, fitted, pressKey };
}

/** The image itself. A click next to it closes the viewer. */
export function Stage(props: {
  readonly stage: ReturnType<typeof createStage>;
  readonly image: ViewedImage | undefined;
  readonly onClose: () => void;
}) {
  const { zoom, setView } = props.stage;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys of the viewer do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      ref={setView}
      class={styles.stage}
      data-zoomed={zoom.zoom().scale > 1 ? "" : undefined}
      onClick={({ target, currentTarget }) =>
        target === currentTarget && !zoom.isDragged() && props.onClose()
      }
      {...zoom.handlers}
    >
      <Show when={props.image} keyed>
        {(image) => <StageImage image={image} stage={props.stage} />}
      </Show>
    </div>
  );
}

/** The preview until the original is there, and for good where the browser cannot show the original. */
function StageImage(props: { readonly image: ViewedImage; readonly stage: ReturnType<typeof createStage> }) {
  const { zoom, fitted, setSize } = props.stage;
  const style = () => {
    const { scale, x, y } = zoom.zoom();
    const { width, height } = fitted();
    return {
      width: `${width}px`,
      height: `${height}px`,
      transform: `translate(${x}px, ${y}px) scale(${scale})`,
    };
  };
  setSize(props.image.size);
  const [url, setUrl] = createSignal(props.image.previewUrl);
  const [isFailed, setFailed] = createSignal(false);
  const original = new Image();
  original.onload = () => {
    setFailed(false);
    setUrl(props.image.originalUrl);
  };
  onCleanup(() => {
    original.onload = null;
  });
  original.src = props.image.originalUrl;
  return (
    <Show
      when={!isFailed()}
      fallback={
        <p class={styles.failed} role="alert">
          <ImageOff size={24} strokeWidth={1.75} aria-hidden="true" />
          {t().media.imageFailed}
        </p>
      }
    >
      <img
        class={styles.image}
        src={url()}
        alt={props.image.description ?? props.image.name}
        draggable={false}
        style={style()}
        onLoad={({ currentTarget }) => {
          if (fitted().width > 0) return;
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight });
        }}
        onError={() => setFailed(true)}
      />
    </Show>
  );
}
