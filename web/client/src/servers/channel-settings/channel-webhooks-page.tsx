import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import styles from "../../settings/page.module.css";
import { WebhookList } from "../settings/webhook-list.tsx";

export default function ChannelWebhooksPage(props: { readonly channel: Channel }) {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().webhooks.hint}</p>
      <WebhookList channel={props.channel} />
    </div>
  );
}
