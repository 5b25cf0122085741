import { Show } from "solid-js";
import { channelName } from "../channels/channel-name.ts";
import { t } from "../texts/texts.ts";
import styles from "./channel-beginning.module.css";
import { useMessageList } from "./list-context.ts";

/** What stands above the first message of a channel. */
export function ChannelBeginning() {
  const { channel } = useMessageList();
  const name = () => (channel.serverId ? `#${channelName(channel)}` : channelName(channel));
  const hint = () =>
    channel.type === "SavedMessages"
      ? t().messages.savedBeginning
      : (channel.description ?? t().messages.beginningHint);
  return (
    <div class={styles.beginning}>
      <h2 class={styles.title} dir="auto">
        {t().messages.beginning(name())}
      </h2>
      <Show when={hint()}>
        <p class={styles.hint} dir="auto">
          {hint()}
        </p>
      </Show>
    </div>
  );
}
