import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { MessageSquare } from "@ui/icons.ts";
import { ContextMenu, MoreMenu } from "@ui/menu.tsx";
import { Match, Show, Switch } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import { userMenuEntries } from "../profile/user-menu.ts";
import { useClient } from "../session/context.tsx";
import { acceptFriend, dropRequest, openMessages, unblock } from "../users/person-actions.ts";
import { presenceOf, presenceText } from "../users/presence.ts";
import styles from "./person-row.module.css";

/** A person in the list of friends, with what can be done at once. */
export function PersonRow(props: { readonly user: User }) {
  const client = useClient();
  const user = () => props.user;
  const entries = () => userMenuEntries(client, user());
  return (
    <li>
      <ContextMenu class={styles.row} entries={entries}>
        <button type="button" class={styles.person} data-person={user().id}>
          <Avatar
            name={user().displayName}
            url={user().avatarURL}
            size={36}
            presence={user().relationship === "Friend" ? presenceOf(user()) : undefined}
          />
          <span class={styles.words}>
            <span class={styles.name}>
              <bdi>{user().displayName}</bdi>{" "}
              <span class={styles.tag}>
                {user().username}#{user().discriminator}
              </span>
            </span>
            <bdi class={styles.note}>{noteOf(user())}</bdi>
          </span>
        </button>
        <span class={styles.actions}>
          <Switch>
            <Match when={user().relationship === "Friend"}>
              <IconButton
                icon={MessageSquare}
                label={t().people.message}
                onClick={() => void openMessages(client, user())}
              />
            </Match>
            <Match when={user().relationship === "Incoming"}>
              <Button variant="primary" onClick={() => void acceptFriend(client, user())}>
                {t().people.accept}
              </Button>
              <Button onClick={() => void dropRequest(client, user())}>{t().people.refuse}</Button>
            </Match>
            <Match when={user().relationship === "Outgoing"}>
              <Button onClick={() => void dropRequest(client, user())}>{t().people.cancelRequest}</Button>
            </Match>
            <Match when={user().relationship === "Blocked"}>
              <Button onClick={() => void unblock(client, user())}>{t().people.unblock}</Button>
            </Match>
          </Switch>
          <Show when={user().relationship === "Friend"}>
            <MoreMenu label={t().people.more(user().displayName)} entries={entries} />
          </Show>
        </span>
      </ContextMenu>
    </li>
  );
}

function noteOf(user: User): string | undefined {
  switch (user.relationship) {
    case "Friend":
      return user.status?.text ?? presenceText(user);
    case "Incoming":
      return t().people.incoming;
    case "Outgoing":
      return t().people.outgoing;
    default:
      return undefined;
  }
}
