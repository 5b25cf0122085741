import { TooltipButton } from "@ui/tooltip.tsx";
import { createMemo, For, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import type { Message } from "../../model/message.ts";
import { actionsOf } from "../actions/message-actions.ts";
import { nameOf } from "../author.ts";
import { useMessageList } from "../list-context.ts";
import { formatNames } from "../message-time.ts";
import { ReactionEmoji, reactionName } from "./reaction-emoji.tsx";
import styles from "./reactions.module.css";

/** How many people the tooltip of a reaction names. */
const namedPeople = 8;

export function Reactions(props: { readonly message: Message }) {
  const emojis = createMemo(() => {
    const preset = props.message.interactions?.reactions ?? [];
    return [...new Set([...preset, ...Object.keys(props.message.reactions)])];
  });
  return (
    <Show when={emojis().length > 0}>
      <ul class={styles.reactions} aria-label={t().messages.reactions}>
        <For each={emojis()}>
          {(emoji) => (
            <li>
              <Reaction message={props.message} emoji={emoji} />
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}

function Reaction(props: { readonly message: Message; readonly emoji: string }) {
  const list = useMessageList();
  const users = () => props.message.reactions[props.emoji] ?? [];
  const isOwn = () => users().includes(list.client.user?.id ?? "");
  const mayReact = () => {
    const { react, allowedReactions } = actionsOf(list, props.message);
    return react && (isOwn() || !allowedReactions || allowedReactions.includes(props.emoji))
      ? react
      : undefined;
  };
  const emojiName = () => reactionName(list.client, props.emoji);
  const who = () => {
    const known = users()
      .map((id) => nameOf(list.client, list.channel, id))
      .filter((name) => name !== undefined)
      .slice(0, namedPeople);
    const others = users().length - known.length;
    const names = others > 0 ? [...known, t().messages.others(others)] : known;
    return names.length > 0
      ? t().messages.reactedBy({ names: formatNames(names), emoji: emojiName() })
      : emojiName();
  };
  return (
    <TooltipButton
      tip={who()}
      class={styles.reaction}
      data-reaction={props.emoji}
      aria-pressed={isOwn()}
      aria-label={`${emojiName()} ${users().length}`}
      disabled={!mayReact()}
      onClick={() => mayReact()?.(props.emoji)}
    >
      <ReactionEmoji emoji={props.emoji} />
      <span class={styles.count}>{users().length}</span>
    </TooltipButton>
  );
}
