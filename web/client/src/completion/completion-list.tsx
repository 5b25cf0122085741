import { Avatar } from "@ui/avatar.tsx";
import { AtSign, Hash, SquareSlash } from "@ui/icons.ts";
import { listen } from "@ui/listen.ts";
import { createEffect, For, Match, onMount, Show, Switch } from "solid-js";
import { PausableImage } from "../components/pausable-image.tsx";
import { t } from "../i18n/i18n.ts";
import styles from "./completion-list.module.css";
import type { Candidate } from "./rank.ts";

/** The height that the list may have, and the distance to what it belongs to. */
const height = 312;
const inset = 12;

/** What the word at the caret may become. The field keeps the focus and names the chosen line. */
export function CompletionList(props: {
  readonly id: string;
  /** What the list is above, or below where there is no room above. */
  readonly anchor: HTMLElement | undefined;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onPick: (candidate: Candidate) => void;
}) {
  const options: HTMLElement[] = [];
  let list: HTMLDivElement | undefined;
  const place = () => {
    const around = props.anchor?.getBoundingClientRect();
    if (!list || !around) return;
    const isAbove = around.top > height;
    list.style.left = `${around.left + inset}px`;
    list.style.right = `${innerWidth - around.right + inset}px`;
    list.style.bottom = isAbove ? `${innerHeight - around.top - 4}px` : "auto";
    list.style.top = isAbove ? "auto" : `${around.bottom + 4}px`;
  };
  // Above everything else, as what it belongs to may be in a list that scrolls and cuts off.
  onMount(() => list?.showPopover?.());
  createEffect(() => {
    void props.candidates;
    place();
    options[props.chosen]?.scrollIntoView({ block: "nearest" });
  });
  listen(window, "resize", place);
  listen(document, "scroll", place, { capture: true, passive: true });
  return (
    <div
      ref={list}
      id={props.id}
      class={styles.list}
      popover="manual"
      role="listbox"
      tabindex="-1"
      aria-label={t().composer.completions}
    >
      <For each={props.candidates}>
        {(candidate, index) => (
          <button
            type="button"
            tabindex="-1"
            id={`${props.id}-${index()}`}
            ref={(element) => {
              options[index()] = element;
            }}
            class={styles.option}
            role="option"
            aria-selected={props.chosen === index()}
            onPointerMove={() => props.onChoose(index())}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => props.onPick(candidate)}
          >
            <CandidateIcon candidate={candidate} />
            <bdi class={styles.name}>{candidate.name}</bdi>
            <Show when={candidate.detail}>
              <bdi class={styles.detail}>{candidate.detail}</bdi>
            </Show>
          </button>
        )}
      </For>
    </div>
  );
}

function CandidateIcon(props: { readonly candidate: Candidate }) {
  return (
    <Switch>
      <Match when={props.candidate.icon === "avatar"}>
        <Avatar name={props.candidate.name} url={props.candidate.avatarUrl} size={24} />
      </Match>
      <Match when={props.candidate.icon === "image"}>
        <PausableImage
          class={styles.image}
          url={props.candidate.avatarUrl ?? ""}
          isAnimated={props.candidate.isAnimated}
        />
      </Match>
      <Match when={props.candidate.icon === "text"}>
        <span class={styles.icon} aria-hidden="true">
          {props.candidate.shown}
        </span>
      </Match>
      <Match when={props.candidate.icon === "channel"}>
        <span class={styles.icon}>
          <Hash size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Match>
      <Match when={props.candidate.icon === "command"}>
        <span class={styles.icon}>
          <SquareSlash size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Match>
      <Match when={props.candidate.icon === "role"}>
        <span class={styles.icon}>
          <AtSign size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Match>
    </Switch>
  );
}
