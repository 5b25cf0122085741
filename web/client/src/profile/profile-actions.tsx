import { A } from "@solidjs/router";
import button from "@ui/button.module.css";
import { Button } from "@ui/button.tsx";
import { type MenuEntry, MoreMenu } from "@ui/menu.tsx";
import { Match, Show, Switch } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import { useClient } from "../session/context.tsx";
import { acceptFriend, askToBeFriends, canMessage, dropRequest, unblock } from "../users/person-actions.ts";
import { MessageField } from "./message-field.tsx";
import { personEntries } from "./person-menu.ts";
import styles from "./profile.module.css";

/** What can be done with a person from their card: the likely thing as a button, the rest in a menu. */
export function ProfileActions(props: {
  readonly user: User;
  readonly server?: Server;
  readonly onClose: () => void;
}) {
  const client = useClient();
  /** A dialog that the menu opens replaces the card, and returns the focus to what is below it. */
  const closeFirst = (entry: MenuEntry): MenuEntry =>
    typeof entry === "object" && "onSelect" in entry
      ? {
          ...entry,
          onSelect: () => {
            props.onClose();
            entry.onSelect();
          },
        }
      : entry;
  const canAsk = () => !props.user.bot && props.user.relationship === "None";
  return (
    <div class={styles.actions}>
      <Show when={props.user.self}>
        <A class={`${button.button} ${button.plain}`} href="/settings/profile" onClick={props.onClose}>
          {t().people.editProfile}
        </A>
      </Show>
      <Show when={canMessage(props.user)}>
        <MessageField user={props.user} onClose={props.onClose} />
      </Show>
      <Switch>
        <Match when={props.user.relationship === "Incoming"}>
          <Button variant="primary" onClick={() => void acceptFriend(client, props.user)}>
            {t().people.acceptRequest}
          </Button>
        </Match>
        <Match when={props.user.relationship === "Outgoing"}>
          <Button onClick={() => void dropRequest(client, props.user)}>{t().people.cancelRequest}</Button>
        </Match>
        <Match when={props.user.relationship === "Blocked"}>
          <Button onClick={() => void unblock(client, props.user)}>{t().people.unblock}</Button>
        </Match>
        <Match when={canAsk()}>
          <Button variant="primary" onClick={() => void askToBeFriends(client, props.user)}>
            {t().people.addFriend}
          </Button>
        </Match>
      </Switch>
      <MoreMenu
        class={styles.more}
        label={t().people.more(props.user.displayName)}
        entries={() => personEntries(client, props.user, props.server).map(closeFirst)}
      />
    </div>
  );
}
