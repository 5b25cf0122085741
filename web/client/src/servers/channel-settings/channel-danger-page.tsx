import { Button } from "@ui/button.tsx";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import styles from "../../settings/page.module.css";
import { DeleteChannelDialog } from "../delete-channel-dialog.tsx";

export default function ChannelDangerPage(props: { readonly channel: Channel }) {
  return (
    <div class={styles.page}>
      <section class={`${styles.section} ${styles.danger}`}>
        <h2 class={styles.heading}>{t().servers.deleteChannel}</h2>
        <p class={styles.hint}>{t().servers.deleteChannelHint}</p>
        <Button
          variant="danger"
          onClick={() =>
            openDialog((close) => <DeleteChannelDialog channel={props.channel} onClose={close} />)
          }
        >
          {t().servers.deleteChannel}
        </Button>
      </section>
    </div>
  );
}
