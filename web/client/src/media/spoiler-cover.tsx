import { Eye } from "@ui/icons.ts";
import type { JSX } from "solid-js";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./spoiler-cover.module.css";
import { useUncovered } from "./uncovered.ts";

/** Hides a file until somebody wants to see it. What is below it is not loaded before. */
export function SpoilerCover(props: {
  readonly fileId: string;
  readonly name: string;
  readonly isSpoiler: boolean;
  readonly children: JSX.Element;
}) {
  const uncovered = useUncovered();
  return (
    <Show when={props.isSpoiler && !uncovered.has(props.fileId)} fallback={props.children}>
      <button
        type="button"
        class={styles.cover}
        aria-label={t().media.showSpoiler(props.name)}
        onClick={() => uncovered.add(props.fileId)}
      >
        <span class={styles.label} aria-hidden="true">
          <Eye size={18} strokeWidth={1.75} />
          {t().media.spoiler}
        </span>
      </button>
    </Show>
  );
}
