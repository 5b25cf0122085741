import { Button } from "@ui/button.tsx";
import type { Channel } from "../../model/channel.ts";
import { openDialog } from "../../parts/dialogs.tsx";
import styles from "../../settings/page.module.css";
import { t } from "../../texts/texts.ts";
import { DeleteChannelDialog } from "../delete-channel-dialog.tsx";

export default function ChannelDangerPage(props: { readonly channel: Channel }) {
  return (
    <div class={styles.page}>
      <section class={`${styles.section} ${styles.danger}`}>
        <h2 class={styles.heading}>{t().servers.deleteChannel}</h2>
        <p class={styles.hint}>{t().servers.deleteChannelHint}</p>
        <Button
          look="danger"
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
