import { Avatar } from "@ui/avatar.tsx";
import { AtSign, Hash } from "@ui/icons.ts";
import { createEffect, For, Match, Show, Switch } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./completion-list.module.css";
import type { Candidate } from "./rank.ts";

/** What the word at the caret may become. The field keeps the focus and names the chosen line. */
export function CompletionList(props: {
  readonly id: string;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onPick: (candidate: Candidate) => void;
}) {
  const options: HTMLElement[] = [];
  createEffect(() => options[props.chosen]?.scrollIntoView({ block: "nearest" }));
  return (
    <div id={props.id} class={styles.list} role="listbox" tabindex="-1" aria-label={t().composer.completions}>
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
        <img class={styles.image} src={props.candidate.avatarUrl} alt="" draggable={false} />
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
      <Match when={props.candidate.icon === "role"}>
        <span class={styles.icon}>
          <AtSign size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </Match>
    </Switch>
  );
}
