import { Button } from "@ui/button.tsx";
import { createSignal, For, Show } from "solid-js";
import { copyText } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { downloadText } from "../download-text.ts";
import styles from "../page.module.css";
import { askForTicket, withTicket } from "./proof.tsx";
import own from "./second-factor-page.module.css";

/** The codes for the day on which the authenticator app is lost. They are shown only after a proof. */
export function RecoveryCodes(props: { readonly isActive: boolean; readonly onChanged: () => void }) {
  const client = useClient();
  const [codes, setCodes] = createSignal<readonly string[]>();
  const view = () =>
    askForTicket({
      async perform(ticket) {
        setCodes(await client.api.post("/auth/mfa/recovery", undefined, withTicket(ticket)));
      },
    });
  const regenerate = () =>
    askForTicket({
      title: t().secondFactor.regenerate,
      description: props.isActive ? t().secondFactor.regenerateHint : undefined,
      async perform(ticket) {
        setCodes(await client.api.patch("/auth/mfa/recovery", undefined, withTicket(ticket)));
        props.onChanged();
      },
    });
  const text = () => (codes() ?? []).join("\n");
  return (
    <section class={`${styles.section} ${styles.card}`}>
      <h2 class={styles.heading}>{t().secondFactor.recovery}</h2>
      <p class={styles.hint}>
        {props.isActive ? t().secondFactor.recoveryHint : t().secondFactor.noRecovery}
      </p>
      <Show when={codes()}>
        {(found) => (
          <>
            <ul class={own.codes} aria-label={t().secondFactor.recovery}>
              <For each={found()}>{(code) => <li>{code}</li>}</For>
            </ul>
            <p class={styles.hint} role="status">
              {t().secondFactor.recoveryCount(found().length)}
            </p>
          </>
        )}
      </Show>
      <div class={styles.actions}>
        <Show
          when={codes()}
          fallback={
            <Show when={props.isActive}>
              <Button onClick={view}>{t().secondFactor.view}</Button>
            </Show>
          }
        >
          <Button onClick={() => void copyText(text())}>{t().secondFactor.copy}</Button>
          <Button onClick={() => downloadText("recovery-codes.txt", `${text()}\n`, "text/plain")}>
            {t().secondFactor.download}
          </Button>
        </Show>
        <Button onClick={regenerate}>{t().secondFactor.regenerate}</Button>
      </div>
    </section>
  );
}
