import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { UserPlus } from "@ui/icons.ts";
import { Show } from "solid-js";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { InviteDialog } from "../servers/invite-dialog.tsx";
import styles from "./channel-beginning.module.css";
import { useMessageList } from "./list-context.ts";

/** What is above the first message of a channel. */
export function ChannelBeginning() {
  const { channel, messages } = useMessageList();
  const title = () => {
    const name = channelName(channel);
    if (channel.type === "DirectMessage") return t().messages.beginningWith(name);
    return t().messages.beginning(channel.serverId && !channel.isVoice ? `#${name}` : name);
  };
  const isEmpty = () => messages.window()?.ids.length === 0;
  const hint = () => {
    if (channel.type === "SavedMessages") return t().messages.savedBeginning;
    return isEmpty() ? t().messages.emptyHint : t().messages.beginningHint;
  };
  const invitable = () => (isEmpty() && channel.havePermission("InviteOthers") ? channel.server : undefined);
  return (
    <div class={styles.beginning}>
      <Show
        when={channel.recipient}
        fallback={
          <span class={styles.icon}>
            <ChannelIcon channel={channel} size={24} />
          </span>
        }
      >
        {(person) => <Avatar name={person().displayName} url={person().avatarURL} size={80} />}
      </Show>
      <h2 class={styles.title} dir="auto">
        {title()}
      </h2>
      <div class={styles.hint}>
        <Show when={channel.description} fallback={hint()}>
          {(topic) => <Markdown text={topic()} />}
        </Show>
      </div>
      <Show when={invitable()}>
        {(server) => (
          <Button
            class={styles.invite}
            onClick={() => openDialog(InviteDialog, { server: server(), channel })}
          >
            <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            {t().servers.invitePeople}
          </Button>
        )}
      </Show>
    </div>
  );
}
