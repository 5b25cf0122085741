import { Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import styles from "../../settings/page.module.css";
import { InviteList } from "../settings/invite-list.tsx";

export default function ChannelInvitesPage(props: { readonly channel: Channel }) {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().invites.hint}</p>
      <Show when={props.channel.server}>
        {(server) => <InviteList server={server()} channel={props.channel} />}
      </Show>
    </div>
  );
}
