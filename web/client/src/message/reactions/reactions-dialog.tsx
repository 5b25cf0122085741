import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import type { Message } from "../../model/message.ts";
import { useClient } from "../../session/context.tsx";
import { nameOrFetch } from "../author.ts";
import { ReactionEmoji, reactionName } from "./reaction-emoji.tsx";
import styles from "./reactions-dialog.module.css";

/** How many people are shown at a time. Those who are not known yet are asked for one by one. */
const page = 50;

/** All who reacted to a message, by emoji. Moderators remove reactions here. */
export default function ReactionsDialog(props: {
  readonly message: Message;
  /** The emoji that is shown first. */
  readonly emoji?: string;
  /** Removes the reaction of one person, or of everybody. */
  readonly onRemove?: (emoji: string, userId?: string) => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const [chosen, setChosen] = createSignal(props.emoji);
  const [count, setCount] = createSignal(page);
  const emojis = () => Object.keys(props.message.reactions);
  const shown = createMemo(() => {
    const wanted = chosen();
    return wanted !== undefined && emojis().includes(wanted) ? wanted : emojis()[0];
  });
  const users = () => props.message.reactions[shown() ?? ""] ?? [];
  // Nothing is left to show after the last one is removed.
  createEffect(() => emojis().length === 0 && props.onClose());
  const nameOfEmoji = () => reactionName(client, shown() ?? "");
  return (
    <Dialog title={t().messages.reactions} closeLabel={t().common.close} onClose={props.onClose}>
      <div class={styles.emojis}>
        <For each={emojis()}>
          {(emoji) => (
            <button
              type="button"
              class={styles.emoji}
              aria-pressed={emoji === shown()}
              aria-label={`${reactionName(client, emoji)} ${props.message.reactions[emoji]?.length ?? 0}`}
              data-autofocus={emoji === shown() ? "" : undefined}
              onClick={() => {
                setChosen(emoji);
                setCount(page);
              }}
            >
              <ReactionEmoji emoji={emoji} /> {props.message.reactions[emoji]?.length ?? 0}
            </button>
          )}
        </For>
      </div>
      <ul class={styles.people} aria-label={t().reading.whoReacted(nameOfEmoji())}>
        <For each={users().slice(0, count())}>
          {(id) => <Person id={id} message={props.message} onRemove={remover(id)} />}
        </For>
      </ul>
      <Show when={users().length > count()}>
        <Button onClick={() => setCount((before) => before + page)}>
          {t().reading.morePeople(Math.min(page, users().length - count()))}
        </Button>
      </Show>
      <Show when={props.onRemove}>
        {(remove) => (
          <div class={styles.moderation}>
            <Button variant="danger" onClick={() => remove()(shown() ?? "")}>
              {t().reading.removeEmoji(nameOfEmoji())}
            </Button>
          </div>
        )}
      </Show>
    </Dialog>
  );

  function remover(userId: string): (() => void) | undefined {
    const remove = props.onRemove;
    return remove && (() => remove(shown() ?? "", userId));
  }
}

function Person(props: {
  readonly id: string;
  readonly message: Message;
  readonly onRemove: (() => void) | undefined;
}) {
  const client = useClient();
  const name = () => nameOrFetch(client, props.message.channel, props.id);
  const avatarUrl = () =>
    (props.message.server?.getMember(props.id) ?? client.users.get(props.id))?.avatarURL;
  return (
    <li class={styles.person}>
      <Avatar name={name()} url={avatarUrl()} size={32} />
      <bdi class={styles.name}>{name()}</bdi>
      <Show when={props.onRemove}>
        {(remove) => (
          <IconButton icon={X} label={t().reading.removeReactionOf(name())} onClick={() => remove()()} />
        )}
      </Show>
    </li>
  );
}
