import { Button } from "@ui/button.tsx";
import { createEffect, createSignal, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../page.module.css";
import { askForTicket, withTicket } from "./proof.tsx";
import { CodeList, KeepCodes } from "./recovery-code-list.tsx";

/** The codes for the day on which the authenticator app is lost. They are shown only after a proof. */
export function RecoveryCodes(props: {
  readonly isActive: boolean;
  /** Those that were just made for a passkey. */
  readonly made?: readonly string[] | undefined;
  readonly onChanged: () => void;
}) {
  const client = useClient();
  const [codes, setCodes] = createSignal<readonly string[]>();
  createEffect(() => {
    if (props.made) setCodes(props.made);
  });
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
  return (
    <section class={`${styles.section} ${styles.card}`}>
      <h2 class={styles.heading}>{t().secondFactor.recovery}</h2>
      <p class={styles.hint}>
        {props.isActive ? t().secondFactor.recoveryHint : t().secondFactor.noRecovery}
      </p>
      <Show when={codes()}>
        {(found) => (
          <>
            <CodeList codes={found()} />
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
          <KeepCodes codes={codes() ?? []} />
        </Show>
        <Button onClick={regenerate}>{t().secondFactor.regenerate}</Button>
      </div>
    </section>
  );
}
