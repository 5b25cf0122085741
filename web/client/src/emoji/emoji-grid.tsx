import { createEffect, createSelector, createSignal, For, on, Show } from "solid-js";
import { PausableImage } from "../components/pausable-image.tsx";
import { t } from "../i18n/i18n.ts";
import type { EmojiGroup, PickableEmoji } from "./emoji-groups.ts";
import styles from "./emoji-picker.module.css";
import { moveInGrid } from "./grid-keys.ts";

/** All emoji below each other, by group. The arrow keys lead from one to the next, Tab out of them. */
export function EmojiGrid(props: {
  readonly ref: (element: HTMLDivElement) => void;
  readonly groups: readonly EmojiGroup[];
  readonly onPick: (value: string) => void;
  readonly onPoint: (emoji: PickableEmoji) => void;
  readonly onScroll: (grid: HTMLElement) => void;
  readonly onLeave: () => void;
}) {
  const [focused, setFocused] = createSignal<PickableEmoji>();
  createEffect(
    on(
      () => props.groups,
      () => setFocused(undefined),
      { defer: true },
    ),
  );
  const isStop = createSelector(() => focused() ?? props.groups[0]?.emoji[0]);
  return (
    <div
      ref={props.ref}
      class={styles.grid}
      role="toolbar"
      aria-label={t().composer.emoji}
      onKeyDown={(event) => moveInGrid(event, event.currentTarget, props.onLeave)}
      onScroll={(event) => props.onScroll(event.currentTarget)}
    >
      <For each={props.groups}>
        {(group) => (
          <section class={styles.group} data-group={group.key}>
            <h2 class={styles.name} dir="auto">
              {group.name}
            </h2>
            <div class={styles.emoji}>
              <For each={group.emoji}>
                {(one) => (
                  <button
                    type="button"
                    class={styles.button}
                    aria-label={one.label}
                    tabindex={isStop(one) ? 0 : -1}
                    onClick={() => props.onPick(one.value)}
                    onPointerEnter={() => props.onPoint(one)}
                    onFocus={() => {
                      setFocused(one);
                      props.onPoint(one);
                    }}
                  >
                    <EmojiSymbol emoji={one} />
                  </button>
                )}
              </For>
            </div>
          </section>
        )}
      </For>
    </div>
  );
}

/** The emoji itself. Its name is up to the caller. */
export function EmojiSymbol(props: { readonly emoji: PickableEmoji }) {
  return (
    <Show when={props.emoji.url} fallback={props.emoji.value}>
      {(url) => <PausableImage class={styles.image} url={url()} isAnimated={props.emoji.isAnimated} />}
    </Show>
  );
}
