import { Show } from "solid-js";
import type { Channel } from "../../model/channel.ts";
import styles from "../../settings/page.module.css";
import { t } from "../../texts/texts.ts";
import { InviteList } from "./invite-list.tsx";

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
