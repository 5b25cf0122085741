import { Skeleton } from "@ui/state.tsx";
import { createMemo, createResource, createSignal, For, Match, onMount, Show, Switch } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { language, t } from "../i18n/i18n.ts";
import { recentEmoji, setRecentEmoji, setSkinTone, skinTone } from "../preferences/preferences.ts";
import { useClient } from "../session/context.tsx";
import { loadEmoji } from "./emoji-data.ts";
import { type EmojiGroup, emojiGroups, searchEmoji } from "./emoji-groups.ts";
import styles from "./emoji-picker.module.css";

const mostRecent = 24;

/** Offers all emoji. Custom ones are picked as their ids. */
export default function EmojiPicker(props: { readonly onPick: (emoji: string) => void }) {
  const client = useClient();
  const [query, setQuery] = createSignal("");
  const [hovered, setHovered] = createSignal("");
  const [emoji, { refetch }] = createResource(language, loadEmoji);
  // Those picked meanwhile do not move under the pointer.
  const recent = recentEmoji();
  const groups = createMemo((): readonly EmojiGroup[] => {
    const all = (!emoji.error && emoji.latest) || [];
    if (query().trim() === "") return emojiGroups(client, all, recent, skinTone());
    const found = searchEmoji(client, all, query(), skinTone());
    return found.length > 0 ? [{ key: "found", name: t().composer.found, emoji: found }] : [];
  });
  const pick = (value: string) => {
    rememberEmoji(value);
    props.onPick(value);
  };
  let search: HTMLInputElement | undefined;
  let grid: HTMLDivElement | undefined;
  onMount(() => search?.focus());
  return (
    <div class={styles.picker}>
      <input
        ref={search}
        class={styles.search}
        type="search"
        placeholder={t().composer.searchEmoji}
        aria-label={t().composer.searchEmoji}
        value={query()}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = groups()[0]?.emoji[0];
          if (event.key === "Enter" && first) pick(first.value);
          if (event.key === "ArrowDown") grid?.querySelector("button")?.focus();
          if (event.key === "Enter" || event.key === "ArrowDown") event.preventDefault();
        }}
      />
      <Switch>
        <Match when={emoji.error}>
          <LoadFailure error={emoji.error} onRetry={() => void refetch()} />
        </Match>
        <Match when={emoji.latest === undefined}>
          <Skeleton lines={6} label={t().common.loading} />
        </Match>
        <Match when={groups().length === 0}>
          <p class={styles.nothing}>{t().composer.noEmoji}</p>
        </Match>
        <Match when={true}>
          <div
            ref={grid}
            class={styles.grid}
            role="toolbar"
            aria-label={t().composer.emoji}
            onKeyDown={(event) => moveInGrid(event, event.currentTarget, () => search?.focus())}
          >
            <For each={groups()}>{(group) => <Group group={group} onPick={pick} onHover={setHovered} />}</For>
          </div>
        </Match>
      </Switch>
      <footer class={styles.footer}>
        <span class={styles.hovered}>{hovered()}</span>
        <SkinTones />
      </footer>
    </div>
  );
}

function Group(props: {
  readonly group: EmojiGroup;
  readonly onPick: (value: string) => void;
  readonly onHover: (label: string) => void;
}) {
  return (
    <section class={styles.group}>
      <h2 class={styles.name} dir="auto">
        {props.group.name}
      </h2>
      <div class={styles.emoji}>
        <For each={props.group.emoji}>
          {(one) => (
            <button
              type="button"
              class={styles.button}
              aria-label={one.label}
              onClick={() => props.onPick(one.value)}
              onPointerEnter={() => props.onHover(one.label)}
              onFocus={() => props.onHover(one.label)}
            >
              <Show when={one.url} fallback={one.value}>
                <img class={styles.image} src={one.url} alt="" loading="lazy" />
              </Show>
            </button>
          )}
        </For>
      </div>
    </section>
  );
}

const hands = ["👋", "👋🏻", "👋🏼", "👋🏽", "👋🏾", "👋🏿"];

function SkinTones() {
  return (
    <fieldset class={styles.tones} aria-label={t().composer.skinTone}>
      <For each={hands}>
        {(hand, tone) => (
          <button
            type="button"
            class={styles.tone}
            aria-label={t().composer.skinTones[tone()]}
            aria-pressed={skinTone() === tone()}
            onClick={() => setSkinTone(tone())}
          >
            {hand}
          </button>
        )}
      </For>
    </fieldset>
  );
}

/** Puts an emoji first among those that were picked last. */
function rememberEmoji(emoji: string): void {
  setRecentEmoji([emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, mostRecent));
}

/** Moves the focus among the buttons of a grid by the arrow keys; upwards out of it by `leave`. */
function moveInGrid(event: KeyboardEvent, grid: HTMLElement, leave: () => void): void {
  const buttons = [...grid.querySelectorAll("button")];
  const index = buttons.findIndex((button) => button.matches(":focus"));
  const current = buttons[index];
  if (!current) return;
  const isRightToLeft = getComputedStyle(grid).direction === "rtl";
  const step = isRightToLeft ? -1 : 1;
  const target = {
    ArrowRight: () => buttons[index + step],
    ArrowLeft: () => buttons[index - step],
    ArrowDown: () => nearestInNextRow(current, buttons.slice(index + 1)),
    ArrowUp: () => nearestInNextRow(current, buttons.slice(0, index).reverse()),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  const next = target();
  if (next) next.focus();
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") leave();
}

/** The button of the first other row that is the nearest one sideways. */
function nearestInNextRow(current: HTMLElement, others: readonly HTMLElement[]): HTMLElement | undefined {
  const row = others.find((other) => other.offsetTop !== current.offsetTop)?.offsetTop;
  const inRow = others.filter((other) => other.offsetTop === row);
  const distance = (other: HTMLElement) => Math.abs(other.offsetLeft - current.offsetLeft);
  return inRow.sort((a, b) => distance(a) - distance(b))[0];
}
