import { Dialog } from "@kobalte/core/dialog";
import { rememberFocus } from "@ui/focus-return.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { ChevronLeft, ChevronRight, Download, ExternalLink, Link, X, ZoomIn, ZoomOut } from "@ui/icons.ts";
import { createSignal, Show } from "solid-js";
import { copyText } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./viewer.module.css";
import { createStage, Stage } from "./viewer-stage.tsx";
import type { ViewedImage } from "./viewer-state.ts";

/** Images above the page, one at a time. */
export default function Viewer(props: {
  readonly images: readonly ViewedImage[];
  readonly first: number;
  readonly onClose: () => void;
}) {
  let content: HTMLDivElement | undefined;
  const returnFocus = rememberFocus();
  const [index, setIndex] = createSignal(props.first);
  const image = () => props.images[index()];
  const step = (by: number) => {
    const next = index() + by;
    if (next < 0 || next >= props.images.length) return;
    stage.zoom.reset();
    setIndex(next);
  };
  const stage = createStage(step);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!stage.pressKey(event.key, step)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay class={styles.backdrop} />
        <Dialog.Content
          ref={content}
          class={styles.viewer}
          tabindex={-1}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            // The focus of the first button would open its tooltip, and Escape would close that instead.
            event.preventDefault();
            content?.focus();
          }}
          onCloseAutoFocus={returnFocus}
        >
          <header class={styles.bar}>
            <Dialog.Title class={styles.name} dir="auto">
              {image()?.name}
            </Dialog.Title>
            <Show when={props.images.length > 1}>
              <span class={styles.count} aria-live="polite">
                {t().media.position({ index: index() + 1, count: props.images.length })}
              </span>
            </Show>
            <IconButton icon={ZoomOut} label={t().media.zoomOut} keys="−" onClick={stage.zoom.zoomOut} />
            <IconButton icon={ZoomIn} label={t().media.zoomIn} keys="+" onClick={stage.zoom.zoomIn} />
            <IconButton
              icon={Link}
              label={t().media.copyLink}
              onClick={() => void copyText(image()?.source ?? image()?.originalUrl ?? "")}
            />
            <Show when={image()?.source}>
              {(source) => (
                <a
                  class={styles.link}
                  href={source()}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  referrerpolicy="no-referrer"
                  aria-label={t().media.openOriginal}
                  title={t().media.openOriginal}
                >
                  <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
                </a>
              )}
            </Show>
            <a
              class={styles.link}
              href={image()?.originalUrl}
              download={image()?.name}
              aria-label={t().media.download}
              title={t().media.download}
            >
              <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            </a>
            <IconButton icon={X} label={t().common.close} keys="Esc" onClick={props.onClose} />
          </header>
          <Stage stage={stage} image={image()} onClose={props.onClose} />
          <Show when={image()?.description}>
            {(description) => (
              // The image has the same words as its alternative.
              <p class={styles.caption} dir="auto" aria-hidden="true">
                {description()}
              </p>
            )}
          </Show>
          <Show when={index() > 0}>
            <IconButton
              class={styles.previous}
              icon={ChevronLeft}
              label={t().media.previous}
              keys="←"
              onClick={() => step(-1)}
            />
          </Show>
          <Show when={index() < props.images.length - 1}>
            <IconButton
              class={styles.next}
              icon={ChevronRight}
              label={t().media.next}
              keys="→"
              onClick={() => step(1)}
            />
          </Show>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog>
  );
}
