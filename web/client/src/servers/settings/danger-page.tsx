import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { openDialog } from "../../components/dialogs.tsx";
import { ConfirmDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../../settings/page.module.css";
import { TransferDialog } from "./transfer-dialog.tsx";

/** What only the owner can do, and nobody can undo. */
export default function DangerPage(props: { readonly server: Server }) {
  const client = useClient();
  const navigate = useNavigate();
  return (
    <div class={styles.page}>
      <section class={`${styles.section} ${styles.danger}`}>
        <h2 class={styles.heading}>{t().danger.transfer}</h2>
        <p class={styles.hint}>{t().danger.transferHint}</p>
        <Button
          onClick={() => openDialog((close) => <TransferDialog server={props.server} onClose={close} />)}
        >
          {t().danger.transfer}
        </Button>
      </section>
      <section class={`${styles.section} ${styles.danger}`}>
        <h2 class={styles.heading}>{t().danger.delete}</h2>
        <p class={styles.hint}>{t().danger.deleteHint}</p>
        <Button
          variant="danger"
          onClick={() =>
            openDialog((close) => (
              <ConfirmDialog
                title={t().danger.deleteTitle(props.server.name)}
                description={t().danger.deleteHint}
                action={t().danger.delete}
                typed={{ label: t().danger.typeName, text: props.server.name }}
                onConfirm={async () => {
                  await client.api.delete(`/servers/${props.server.id}`);
                  navigate("/");
                }}
                onClose={close}
              />
            ))
          }
        >
          {t().danger.delete}
        </Button>
      </section>
    </div>
  );
}
