import { Avatar } from "@ui/avatar.tsx";
import { Crown } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import { BotMark } from "../users/bot-mark.tsx";
import { presenceOf, presenceText } from "../users/presence.ts";
import { roleColour } from "../users/role-colour.ts";
import { RoleIcon } from "../users/role-icon.tsx";
import styles from "./member-list.module.css";

/** A person in the member list. */
export function MemberEntry(props: {
  readonly id: string;
  readonly server?: Server;
  readonly channel?: Channel;
  readonly isReachable: boolean;
  readonly introduce?: (userId: string) => void;
}) {
  const client = useClient();
  props.introduce?.(props.id);
  const user = () => client.users.get(props.id);
  const member = () => props.server?.getMember(props.id);
  const name = () => member()?.displayName ?? user()?.displayName ?? "";
  const isOwner = () => (props.server ?? props.channel)?.ownerId === props.id;
  return (
    <Show when={user()}>
      {(known) => (
        <button
          type="button"
          class={styles.member}
          data-person={props.id}
          data-offline={presenceOf(known()) === "offline" ? "" : undefined}
          tabIndex={props.isReachable ? 0 : -1}
        >
          <Avatar
            name={name()}
            url={member()?.avatarURL ?? known().avatarURL}
            size={32}
            presence={presenceOf(known())}
            presenceLabel={presenceText(known())}
          />
          <span class={styles.words}>
            <span class={styles.nameLine}>
              <bdi class={`${styles.name} role-colour`} style={roleColour(member()?.roleColour)}>
                {name()}
              </bdi>
              <Show when={member()?.roleIcon}>{(icon) => <RoleIcon icon={icon()} />}</Show>
              <Show when={known().bot}>
                <BotMark />
              </Show>
              <Show when={isOwner()}>
                <Crown
                  class={styles.crown}
                  size={14}
                  strokeWidth={1.75}
                  role="img"
                  aria-label={t().people.owner}
                />
              </Show>
            </span>
            <Show when={known().status?.text}>{(text) => <bdi class={styles.status}>{text()}</bdi>}</Show>
          </span>
        </button>
      )}
    </Show>
  );
}
