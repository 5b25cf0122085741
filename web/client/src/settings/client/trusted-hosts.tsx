import { IconButton } from "@ui/icon-button.tsx";
import { Link, X } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { setTrustedHosts, trustedHosts } from "../../preferences/preferences.ts";
import { Row, RowList } from "../list.tsx";
import styles from "../page.module.css";

/** The hosts to which links lead without a question, to be taken back. */
export function TrustedHosts() {
  const distrust = (host: string) => setTrustedHosts(trustedHosts().filter((other) => other !== host));
  return (
    <Show when={trustedHosts().length > 0}>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().reading.trustedHosts}</h2>
        <p class={styles.hint}>{t().reading.trustedHostsHint}</p>
        <RowList each={trustedHosts()} icon={Link} none="">
          {(host) => (
            <Row title={host}>
              <IconButton icon={X} label={t().reading.distrust(host)} onClick={() => distrust(host)} />
            </Row>
          )}
        </RowList>
      </section>
    </Show>
  );
}
