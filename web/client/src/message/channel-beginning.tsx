import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { Bookmark, Hash, UserPlus, Users, Volume } from "@ui/icons.ts";
import { Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { channelName } from "../components/channel-name.ts";
import { openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
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
    return channel.description ?? (isEmpty() ? t().messages.emptyHint : t().messages.beginningHint);
  };
  const invitable = () => (isEmpty() && channel.havePermission("InviteOthers") ? channel.server : undefined);
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
