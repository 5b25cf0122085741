import { Avatar } from "@ui/avatar.tsx";
import { Crown, UserMinus } from "@ui/icons.ts";
import { type MenuEntry, MoreMenu } from "@ui/menu.tsx";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { User } from "../model/user.ts";
import { relationEntries } from "../profile/person-menu.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import styles from "./group-settings.module.css";

/** The members of a group. Its owner may remove them, and make one of them the owner. */
export function GroupMembers(props: { readonly channel: Channel }) {
  const client = useClient();
  return (
    <section class={styles.members}>
      <h3 class={styles.label}>{t().people.members(props.channel.recipients.length)}</h3>
      <ul>
        <For each={props.channel.recipients}>
          {(user) => (
            <li class={styles.member}>
              <Avatar name={user.displayName} url={user.avatarURL} size={32} />
              <bdi class={styles.name}>{user.displayName}</bdi>
              <Show when={props.channel.ownerId === user.id}>
                <span class={styles.note}>{t().people.owner}</span>
              </Show>
              <Show when={!user.self}>
                <MoreMenu
                  label={t().people.more(user.displayName)}
                  entries={() => groupEntries(client, props.channel, user)}
                />
              </Show>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}

/** What can be done with a member of a group. */
export function groupEntries(client: Client, channel: Channel, user: User): readonly MenuEntry[] {
  const { people } = t();
  const isOwner = channel.owner?.self ?? false;
  const transfer = () =>
    attempt(async () => {
      await client.api.patch(`/channels/${channel.id}`, { owner: user.id });
      notify(people.ownerChanged(user.displayName));
    });
  return [
    isOwner && { label: people.makeOwner, icon: Crown, onSelect: () => void transfer() },
    isOwner && {
      label: people.removeFromGroup,
      icon: UserMinus,
      isDanger: true,
      onSelect: () => void attempt(() => client.api.delete(`/channels/${channel.id}/recipients/${user.id}`)),
    },
    ...relationEntries(client, user).slice(isOwner ? 0 : 1),
  ];
}
