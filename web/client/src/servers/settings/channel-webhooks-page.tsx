import type { Channel } from "../../model/channel.ts";
import styles from "../../settings/page.module.css";
import { t } from "../../texts/texts.ts";
import { WebhookList } from "./webhook-list.tsx";

export default function ChannelWebhooksPage(props: { readonly channel: Channel }) {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().webhooks.hint}</p>
      <WebhookList channel={props.channel} />
    </div>
  );
}
