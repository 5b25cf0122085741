import { Avatar } from "@ui/avatar.tsx";
import { For, Show } from "solid-js";
import type { Channel } from "../model/channel.ts";
import styles from "./call-line.module.css";
import { createPerson } from "./person.ts";

const most = 8;

/** The avatars of a few people in a row. */
export function Faces(props: {
  readonly channel: Channel;
  readonly userIds: readonly string[];
  readonly speaking?: (userId: string) => boolean;
}) {
  return (
    <Show when={props.userIds.length > 0}>
      <ul class={styles.faces}>
        <For each={props.userIds.slice(0, most)}>
          {(id) => <Face channel={props.channel} userId={id} isSpeaking={props.speaking?.(id) ?? false} />}
        </For>
      </ul>
    </Show>
  );
}

function Face(props: { readonly channel: Channel; readonly userId: string; readonly isSpeaking: boolean }) {
  const person = createPerson(props.userId, () => props.channel, "");
  return (
    <li class={styles.face} data-speaking={props.isSpeaking ? "" : undefined}>
      <button
        type="button"
        class={styles.person}
        data-person={props.userId}
        aria-label={person.name()}
        title={person.name()}
      >
        <Avatar name={person.name()} url={person.avatarUrl()} size={24} />
      </button>
    </li>
  );
}
