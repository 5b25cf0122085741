import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { createForm } from "@ui/create-form.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createEffect, createSignal, Show } from "solid-js";
import { hasEnded } from "../api/session.ts";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import { createFactor, FactorField } from "./factor-field.tsx";
import { logIn, type SecondStep } from "./log-in.ts";

export const icon = "/admin/icon.svg";

/** The login: address and password, then the second factor where the account has one. */
export function LoginPage() {
  const email = createField("");
  const password = createField("");
  const [step, setStep] = createSignal<SecondStep>();
  createEffect(() => {
    document.title = t().access.logInTitle;
  });
  const form = createForm(async () => {
    setStep(await logIn({ email: email.value, password: password.value }));
  }, describeError);

  return (
    <Show
      when={step()}
      fallback={
        <EntryPage icon={icon} title={t().access.logInTitle}>
          <Show when={hasEnded()}>
            <p role="status">{t().access.sessionEnded}</p>
          </Show>
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
        </EntryPage>
      }
    >
      {(second) => <SecondStepPage step={second()} onBack={() => setStep(undefined)} />}
    </Show>
  );
}

function SecondStepPage(props: { readonly step: SecondStep; readonly onBack: () => void }) {
  const factor = createFactor(() => props.step.methods);
  const form = createForm(async () => {
    await logIn({ mfa_ticket: props.step.ticket, mfa_response: factor.answer() });
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
