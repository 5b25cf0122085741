import { A, useNavigate, useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import { destination } from "./destination.ts";
import { EmailField, PasswordField } from "./fields.tsx";
import { KnownAccounts } from "./known-accounts.tsx";
import { logIn, type SecondFactor } from "./log-in.ts";

export default function LoginPage() {
  const email = createField("");
  const password = createField("");
  const [secondFactor, setSecondFactor] = createSignal<SecondFactor>();
  const [search] = useSearchParams<{ next?: string }>();
  const navigate = useNavigate();
  if (search.next) destination.remember(search.next);

  async function attempt(request: Parameters<typeof logIn>[0]): Promise<void> {
    const missing = await logIn(request, email.value);
    if (missing) setSecondFactor(missing);
    else navigate(destination.take(), { replace: true });
  }
  const form = createForm(() => attempt({ email: email.value, password: password.value }));

  return (
    <Show
      when={secondFactor()}
      fallback={
        <EntryPage title={t().auth.welcome}>
          <Show when={accounts.all().length > 0}>
            <KnownAccounts onChosen={() => navigate(destination.take(), { replace: true })} />
          </Show>
          <Form form={form} submitLabel={t().auth.logIn}>
            <EmailField {...email} />
            <PasswordField {...password} />
          </Form>
          <p>
            <A href="/login/reset">{t().auth.forgotten}</A>
          </p>
          <p>
            {t().auth.newHere} <A href="/register">{t().auth.register}</A>
          </p>
        </EntryPage>
      }
    >
      {(factor) => (
        <SecondFactorForm
          methods={factor().methods}
          send={(answer) => attempt({ mfa_ticket: factor().ticket, mfa_response: answer })}
          onBack={() => setSecondFactor(undefined)}
        />
      )}
    </Show>
  );
}

type Answer = { readonly totp_code: string } | { readonly recovery_code: string };

/** Asks for the code of an authenticator app, or for a recovery code. */
function SecondFactorForm(props: {
  readonly methods: readonly string[];
  readonly send: (answer: Answer) => Promise<void>;
  readonly onBack: () => void;
}) {
  const code = createField("");
  const [isRecovery, setRecovery] = createSignal(!props.methods.includes("Totp"));
  const form = createForm(() => {
    const value = code.value.trim();
    return props.send(isRecovery() ? { recovery_code: value } : { totp_code: value.replaceAll(" ", "") });
  });
  return (
    <EntryPage title={t().auth.secondFactor}>
      <Form form={form} submitLabel={t().auth.logIn}>
        <TextField
          label={isRecovery() ? t().auth.recoveryCode : t().auth.totpCode}
          hint={isRecovery() ? t().auth.recoveryHint : t().auth.totpHint}
          {...code}
          required
          autocomplete="one-time-code"
          autofocus
          inputmode={isRecovery() ? "text" : "numeric"}
        />
      </Form>
      <Show when={props.methods.includes("Recovery")}>
        <Button
          variant="link"
          onClick={() => {
            setRecovery(!isRecovery());
            code.onChange("");
          }}
        >
          {isRecovery() ? t().auth.useTotp : t().auth.useRecovery}
        </Button>
      </Show>
      <Button variant="link" onClick={() => props.onBack()}>
        {t().common.back}
      </Button>
    </EntryPage>
  );
}
