import { Button } from "@ui/button.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { attempt } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { downloadText } from "../download-text.ts";
import styles from "../page.module.css";
import { exportData } from "./export-data.ts";

/** What the server knows of the user, as a file. */
export default function DataPage() {
  const client = useClient();
  const [isBusy, setBusy] = createSignal(false);
  async function download(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      const name = `${location.hostname}-${new Date().toISOString().slice(0, 10)}.json`;
      downloadText(name, await exportData(client), "application/json");
      notify(t().dataExport.done);
    });
    setBusy(false);
  }
  return (
    <div class={styles.page}>
      <section class={`${styles.section} ${styles.card}`}>
        <p class={styles.hint}>{t().dataExport.hint}</p>
        <p class={styles.hint}>{t().dataExport.not}</p>
        <div class={styles.actions}>
          <Button variant="primary" busy={isBusy()} onClick={() => void download()}>
            {t().dataExport.export}
          </Button>
        </div>
      </section>
    </div>
  );
}
