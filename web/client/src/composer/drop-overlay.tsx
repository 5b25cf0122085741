import { listen } from "@ui/listen.ts";
import { createSignal, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./composer.module.css";

/** Takes files that are dropped anywhere on the page, and says so while they are above it. */
export function DropOverlay(props: { readonly onDrop: (files: readonly File[]) => void }) {
  const [isOver, setOver] = createSignal(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    // The pointer left the window, not just an element of it.
    if (event.relatedTarget === null) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    props.onDrop([...(event.dataTransfer?.files ?? [])]);
  };
  listen(document, "dragover", over);
  listen(document, "dragleave", leave);
  listen(document, "drop", drop);
  return (
    <Show when={isOver()}>
      <div class={styles.drop}>{t().composer.dropHere}</div>
    </Show>
  );
}
