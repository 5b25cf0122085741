import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { useClient } from "../../session/context.tsx";
import { DangerSection } from "../../settings/danger-section.tsx";
import styles from "../../settings/page.module.css";
import { askToDeleteChannel } from "../server-dialogs.ts";

export default function ChannelDangerPage(props: { readonly channel: Channel }) {
  const client = useClient();
  return (
    <div class={styles.page}>
      <DangerSection
        title={t().servers.deleteChannel}
        hint={t().servers.deleteChannelHint}
        onClick={() => askToDeleteChannel(client, props.channel)}
      />
    </div>
  );
}
