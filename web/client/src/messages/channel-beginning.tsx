import { Show } from "solid-js";
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
    return t().messages.beginning(channel.serverId ? `#${name}` : name);
  };
  const hint = () =>
    channel.type === "SavedMessages"
      ? t().messages.savedBeginning
      : (channel.description ?? t().messages.beginningHint);
  return (
    <div class={styles.beginning}>
      <h2 class={styles.title} dir="auto">
        {title()}
      </h2>
      <Show when={hint()}>
        <p class={styles.hint} dir="auto">
          {hint()}
        </p>
      </Show>
    </div>
  );
}
