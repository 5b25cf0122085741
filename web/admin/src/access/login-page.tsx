import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { createForm } from "@ui/create-form.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { FormError } from "@ui/form-error.tsx";
import { Fingerprint } from "@ui/icons.ts";
import { asRefusedPasskey, getPasskey } from "@ui/passkeys.ts";
import { Skeleton } from "@ui/state.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createEffect, createSignal, Show } from "solid-js";
import { call } from "../api/call.ts";
import { hasEnded } from "../api/session.ts";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import { createFactor, FactorField, type PasskeyRequest } from "./factor-field.tsx";
import { logIn, type SecondStep } from "./log-in.ts";
import { createWaysIn, ProviderButtons } from "./providers.tsx";

export const icon = "/admin/icon.svg";

/** The login: with a provider, a password or a passkey, and the second factor where the account has one. */
export function LoginPage() {
  const email = createField("");
  const password = createField("");
  const [step, setStep] = createSignal<SecondStep>();
  const ways = createWaysIn();
  createEffect(() => {
    document.title = t().access.logInTitle;
  });
  const form = createForm(async () => {
    setStep(await logIn({ email: email.value, password: password.value }));
  }, describeError);
  const byPasskey = createForm(async () => {
    const passkey = await getPasskey(() => call<PasskeyRequest>("POST", "/auth/passkeys/sign_in"));
    await logIn({ passkey }).catch(asRefusedPasskey);
  }, describeError);

  return (
    <Show
      when={step()}
      fallback={
        <EntryPage icon={icon} title={t().access.logInTitle}>
          <Show when={hasEnded()}>
            <p role="status">{t().access.sessionEnded}</p>
          </Show>
          <Show when={!ways.isLoading()} fallback={<Skeleton lines={3} label={t().common.loading} />}>
            <ProviderButtons providers={ways.providers()} isDivided={ways.hasPasswords()} />
            <Show when={ways.hasPasswords()}>
              <Form form={form} submitLabel={t().access.logIn}>
                <TextField
                  label={t().access.email}
                  type="email"
                  {...email}
                  required
                  autocomplete="username"
                  autofocus
                />
                <TextField
                  label={t().access.password}
                  type="password"
                  {...password}
                  required
                  autocomplete="current-password"
                />
              </Form>
            </Show>
            <Button busy={byPasskey.isBusy()} onClick={() => void byPasskey.submit()}>
              <Fingerprint size={18} strokeWidth={1.75} aria-hidden="true" />
              {t().access.withPasskey}
            </Button>
            <FormError error={byPasskey.error()} />
          </Show>
        </EntryPage>
      }
    >
      {(second) => <SecondStepPage step={second()} onBack={() => setStep(undefined)} />}
    </Show>
  );
}

export function SecondStepPage(props: {
  readonly step: SecondStep;
  readonly onDone?: () => void;
  readonly onBack: () => void;
}) {
  const factor = createFactor(
    () => props.step.methods,
    () => ({ "x-mfa-ticket": props.step.ticket }),
  );
  const form = createForm(async () => {
    await logIn({ mfa_ticket: props.step.ticket, mfa_response: await factor.answer() });
    props.onDone?.();
  }, describeError);
  return (
    <EntryPage icon={icon} title={t().access.secondFactor}>
      <Form form={form} submitLabel={t().access.logIn}>
        <FactorField factor={factor} />
      </Form>
      <Button variant="link" onClick={() => props.onBack()}>
        {t().common.back}
      </Button>
    </EntryPage>
  );
}
