import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { For, type JSX, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./profile.module.css";
import type { ProfileData } from "./profile-data.ts";

/** Whom and which servers one has in common with a person. */
export function ProfileLinks(props: {
  readonly data: ProfileData;
  readonly onClose: () => void;
  readonly onOpenProfile: (userId: string) => void;
}) {
  const show = (userId: string) => {
    props.onOpenProfile(userId);
    props.onClose();
  };
  return (
    <>
      <Section
        title={t().people.mutualFriends(props.data.mutualFriends.length)}
        each={props.data.mutualFriends}
      >
        {(friend) => (
          <button type="button" class={styles.link} onClick={() => show(friend.id)}>
            <Avatar name={friend.displayName} url={friend.avatarURL} size={24} />
            <bdi class={styles.linkText}>{friend.displayName}</bdi>
          </button>
        )}
      </Section>
      <Section
        title={t().people.mutualServers(props.data.mutualServers.length)}
        each={props.data.mutualServers}
      >
        {(server) => (
          <A class={styles.link} href={`/server/${server.id}`} onClick={props.onClose}>
            <Avatar name={server.name} url={server.iconURL} size={24} square />
            <bdi class={styles.linkText}>{server.name}</bdi>
          </A>
        )}
      </Section>
    </>
  );
}

function Section<T>(props: {
  readonly title: string;
  readonly each: readonly T[];
  readonly children: (item: T) => JSX.Element;
}) {
  return (
    <Show when={props.each.length}>
      <section class={styles.section}>
        <h3 class={styles.heading}>{props.title}</h3>
        <ul>
          <For each={props.each}>{(item) => <li>{props.children(item)}</li>}</For>
        </ul>
      </section>
    </Show>
  );
}
