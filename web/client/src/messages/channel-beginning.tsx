import { Avatar } from "@ui/avatar.tsx";
import { Bookmark, Hash, Users, Volume } from "@ui/icons.ts";
import { Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { channelName } from "../channels/channel-name.ts";
import { t } from "../texts/texts.ts";
import styles from "./channel-beginning.module.css";
import { useMessageList } from "./list-context.ts";

/** What stands above the first message of a channel. */
export function ChannelBeginning() {
  const { channel } = useMessageList();
  const title = () => {
    const name = channelName(channel);
    if (channel.type === "DirectMessage") return t().messages.beginningWith(name);
    return t().messages.beginning(channel.serverId && !channel.isVoice ? `#${name}` : name);
  };
  const hint = () =>
    channel.type === "SavedMessages"
      ? t().messages.savedBeginning
      : (channel.description ?? t().messages.beginningHint);
  const icon = () => {
    if (channel.type === "SavedMessages") return Bookmark;
    if (channel.type === "Group") return Users;
    return channel.isVoice ? Volume : Hash;
  };
  return (
    <div class={styles.beginning}>
      <Show
        when={channel.recipient}
        fallback={
          <span class={styles.icon}>
            <Dynamic component={icon()} size={24} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
      >
        {(person) => <Avatar name={person().displayName} url={person().avatarURL} size={80} />}
      </Show>
      <h2 class={styles.title} dir="auto">
        {title()}
      </h2>
      <p class={styles.hint} dir="auto">
        {hint()}
      </p>
    </div>
  );
}
