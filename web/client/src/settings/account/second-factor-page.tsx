import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../../components/create-form.ts";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { Loaded } from "../list.tsx";
import styles from "../page.module.css";
import { useAccountOverview } from "./account-overview.ts";
import { PasskeysSection } from "./passkeys-section.tsx";
import { askForTicket, withTicket } from "./proof.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import own from "./second-factor-page.module.css";

/** The authenticator app, the passkeys and the recovery codes. */
export default function SecondFactorPage() {
  const client = useClient();
  const [overview, { refetch }] = useAccountOverview();
  const [secret, setSecret] = createSignal<string>();
  const [madeCodes, setMadeCodes] = createSignal<readonly string[]>();
  const changed = () => {
    setSecret(undefined);
    void refetch();
  };

  const begin = () =>
    askForTicket({
      async perform(ticket) {
        const answer = await client.api.post("/auth/mfa/totp", undefined, withTicket(ticket));
        setSecret(answer.secret);
      },
    });
  const end = () =>
    askForTicket({
      title: t().secondFactor.turnOff,
      description: t().secondFactor.turnOffHint,
      action: t().secondFactor.turnOff,
      isDanger: true,
      async perform(ticket) {
        await client.api.delete("/auth/mfa/totp", undefined, withTicket(ticket));
        changed();
      },
    });

  return (
    <div class={styles.page}>
      <Loaded resource={overview} onRetry={() => void refetch()}>
        {(found) => (
          <>
            <section class={`${styles.section} ${styles.card}`}>
              <h2 class={styles.heading}>{t().secondFactor.app}</h2>
              <p class={styles.hint}>{found().mfa.totp_mfa ? t().secondFactor.on : t().secondFactor.off}</p>
              <Show when={!secret()} fallback={<Setup secret={secret() ?? ""} onDone={changed} />}>
                <div class={styles.actions}>
                  <Show
                    when={found().mfa.totp_mfa}
                    fallback={
                      <Button variant="primary" onClick={begin}>
                        {t().secondFactor.turnOn}
                      </Button>
                    }
                  >
                    <Button onClick={end}>{t().secondFactor.turnOff}</Button>
                  </Show>
                </div>
              </Show>
            </section>
            <PasskeysSection
              found={found().passkeys}
              onChanged={(codes) => {
                if (codes.length > 0) setMadeCodes(codes);
                void refetch();
              }}
            />
            <Show when={found().mfa.totp_mfa || found().mfa.recovery_active}>
              <RecoveryCodes
                isActive={found().mfa.recovery_active}
                made={madeCodes()}
                onChanged={() => void refetch()}
              />
            </Show>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The key for the app, and the code that shows that the app has it. */
function Setup(props: { readonly secret: string; readonly onDone: () => void }) {
  const client = useClient();
  const code = createField("");
  const form = createForm(async () => {
    await client.api.put("/auth/mfa/totp", { totp_code: code.value.replaceAll(" ", "") });
    notify(t().secondFactor.turnedOn);
    props.onDone();
  });
  const address = () => {
    const issuer = encodeURIComponent(location.hostname);
    const name = encodeURIComponent(client.user?.username ?? "");
    return `otpauth://totp/${issuer}:${name}?secret=${props.secret}&issuer=${issuer}`;
  };
  return (
    <form class={own.setup} onSubmit={form.onSubmit}>
      <QrCode text={address()} label={t().secondFactor.qrCode} />
      <div class={own.fields}>
        <p class={styles.hint}>{t().secondFactor.scan}</p>
        <TextField label={t().secondFactor.key} value={props.secret} readOnly />
        <TextField
          label={t().secondFactor.code}
          {...code}
          error={form.error()}
          required
          autocomplete="one-time-code"
          inputmode="numeric"
        />
        <div class={styles.actions}>
          <Button type="submit" variant="primary" busy={form.isBusy()} disabled={code.value === ""}>
            {t().secondFactor.confirm}
          </Button>
          <Button onClick={props.onDone}>{t().common.cancel}</Button>
        </div>
      </div>
    </form>
  );
}
