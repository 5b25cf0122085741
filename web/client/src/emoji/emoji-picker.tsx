import { IconButton } from "@ui/icon-button.tsx";
import { Star } from "@ui/icons.ts";
import { ContextMenu } from "@ui/menu.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createMemo, createResource, createSignal, Match, onMount, Show, Switch } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { LoadFailure } from "../components/failure.tsx";
import { watchMedia } from "../components/watch-media.ts";
import { language, t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { favouriteEmojiIn, recentEmoji, setRecentEmoji, skinTone } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import { loadEmoji } from "./emoji-data.ts";
import { EmojiGrid, EmojiSymbol } from "./emoji-grid.tsx";
import { type EmojiGroup, emojiGroups, groupOf, type PickableEmoji, searchEmoji } from "./emoji-groups.ts";
import styles from "./emoji-picker.module.css";
import { GroupBar } from "./group-bar.tsx";
import { SkinTones } from "./skin-tones.tsx";

const mostRecent = 24;

/** Offers all emoji. Custom ones are picked as their ids. */
export default function EmojiPicker(props: {
  /** The server whose custom emoji are the only ones offered; without it, those of all servers. */
  readonly onlyOf?: Server | undefined;
  readonly onPick: (emoji: string) => void;
}) {
  const { client, settings } = useConnection();
  const [kept, keep] = favouriteEmojiIn(settings);
  const isTouch = watchMedia("(pointer: coarse)");
  const [query, setQuery] = createSignal("");
  /** The one under the pointer or the focus, and afterwards the one that was there last. */
  const [pointed, setPointed] = createSignal<PickableEmoji>();
  const [current, setCurrent] = createSignal<string>();
  const [emoji, { refetch }] = createResource(language, loadEmoji);
  const all = () => (!emoji.error && emoji.latest) || [];
  const offered = (groups: readonly EmojiGroup[]) =>
    groups
      .map((group) => ({ ...group, emoji: group.emoji.filter(({ value }) => isOffered(value)) }))
      .filter(({ emoji }) => emoji.length > 0);
  const isOffered = (value: string) => {
    const custom = props.onlyOf && client.emojis.get(value);
    return !custom || custom.serverId === props.onlyOf?.id;
  };
  // Those picked meanwhile do not move under the pointer.
  const recent = recentEmoji();
  const favourites = createMemo(() => {
    const group = { key: "favourites", name: t().composer.favourites };
    return offered(groupOf(client, all(), kept().favourites, group));
  });
  const others = createMemo(() =>
    offered([
      ...groupOf(client, all(), recent, { key: "recent", name: t().composer.recent }),
      ...emojiGroups(client, all(), skinTone()),
    ]),
  );
  const groups = createMemo((): readonly EmojiGroup[] => {
    if (query().trim() === "") return [...favourites(), ...others()];
    const emoji = searchEmoji(client, all(), query(), skinTone());
    return offered([{ key: "found", name: t().composer.found, emoji }]);
  });
  const isFavourite = (value: string) => kept().favourites.includes(value);
  const toggleFavourite = (value: string) => {
    const without = kept().favourites.filter((other) => other !== value);
    void attempt(() => keep({ favourites: isFavourite(value) ? without : [...without, value] }));
  };
  const pick = (value: string) => {
    setRecentEmoji([value, ...recentEmoji().filter((other) => other !== value)].slice(0, mostRecent));
    props.onPick(value);
  };
  const favouriteEntry = (value: string) => ({
    label: isFavourite(value) ? t().composer.removeFavourite : t().composer.addFavourite,
    icon: Star,
    onSelect: () => toggleFavourite(value),
  });
  let search: HTMLInputElement | undefined;
  let grid: HTMLDivElement | undefined;
  const sections = () => [...(grid?.children ?? [])].filter((child) => child instanceof HTMLElement);
  const jump = (key: string) => {
    setQuery("");
    const section = sections().find(({ dataset }) => dataset.group === key);
    if (grid && section) grid.scrollTop = section.offsetTop;
    setCurrent(key);
  };
  /** Notes which group is at the top. */
  const follow = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => {
    // The last groups may be too short to get there.
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    const top = isAtEnd
      ? sections().at(-1)
      : sections().findLast(({ offsetTop }) => offsetTop <= scrollTop + 1);
    setCurrent(top?.dataset.group);
  };
  // On a phone this would open the keyboard above the emoji.
  onMount(() => !isTouch() && search?.focus());
  return (
    <div class={styles.picker} tabindex={-1} data-autofocus={isTouch() ? "" : undefined}>
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
        <Match when={true}>
          <GroupBar
            groups={[...favourites(), ...others()]}
            current={query().trim() === "" ? (current() ?? groups()[0]?.key) : undefined}
            onJump={jump}
            onLeave={() => search?.focus()}
          />
          <Show when={groups().length > 0} fallback={<p class={styles.nothing}>{t().composer.noEmoji}</p>}>
            <ContextMenu
              class={styles.menuArea}
              aim={(target) => target.closest("button") !== null}
              entries={() => [pointed() && favouriteEntry(pointed()?.value ?? "")]}
            >
              <EmojiGrid
                ref={(element) => {
                  grid = element;
                }}
                groups={groups()}
                onPick={pick}
                onPoint={setPointed}
                onScroll={follow}
                onLeave={() => search?.focus()}
              />
            </ContextMenu>
          </Show>
        </Match>
      </Switch>
      <footer class={styles.footer}>
        <Show when={pointed()} fallback={<span class={styles.pointedName} />}>
          {(one) => (
            <>
              <span class={styles.pointed} aria-hidden="true">
                <EmojiSymbol emoji={one()} />
              </span>
              <span class={styles.pointedName} dir="auto">
                {one().label}
              </span>
              <IconButton
                class={styles.star}
                icon={Star}
                label={t().composer.favourite(one().label)}
                pressed={isFavourite(one().value)}
                onClick={() => toggleFavourite(one().value)}
              />
            </>
          )}
        </Show>
        <Show when={all().some(({ tones }) => tones.length > 0)}>
          <SkinTones />
        </Show>
      </footer>
    </div>
  );
}
