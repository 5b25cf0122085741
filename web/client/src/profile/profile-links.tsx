import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { For, Show } from "solid-js";
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
    props.onClose();
    props.onOpenProfile(userId);
  };
  return (
    <>
      <Show when={props.data.mutualFriends.length}>
        <section class={styles.section}>
          <h3 class={styles.heading}>{t().people.mutualFriends(props.data.mutualFriends.length)}</h3>
          <ul>
            <For each={props.data.mutualFriends}>
              {(friend) => (
                <li>
                  <button type="button" class={styles.link} onClick={() => show(friend.id)}>
                    <Avatar name={friend.displayName} url={friend.avatarURL} size={24} />
                    <bdi class={styles.linkText}>{friend.displayName}</bdi>
                  </button>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <Show when={props.data.mutualServers.length}>
        <section class={styles.section}>
          <h3 class={styles.heading}>{t().people.mutualServers(props.data.mutualServers.length)}</h3>
          <ul>
            <For each={props.data.mutualServers}>
              {(server) => (
                <li>
                  <A class={styles.link} href={`/server/${server.id}`} onClick={props.onClose}>
                    <Avatar name={server.name} url={server.iconURL} size={24} square />
                    <bdi class={styles.linkText}>{server.name}</bdi>
                  </A>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
    </>
  );
}
