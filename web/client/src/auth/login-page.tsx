import { A, useLocation, useNavigate, useSearchParams } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Form } from "@ui/form.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import { CommunityEntryPage } from "./community-entry-page.tsx";
import { destination } from "./destination.ts";
import { EmailField, PasswordField } from "./fields.tsx";
import { KnownAccounts } from "./known-accounts.tsx";
import { logIn, type SecondFactor } from "./log-in.ts";
import { PasskeyLogin } from "./passkey-login.tsx";
import { hasPasswords, ProviderButtons } from "./providers.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";

export default function LoginPage() {
  // Known where a recovery link has just set a new password.
  const email = createField(useLocation<{ email?: string }>().state?.email ?? "");
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
        <CommunityEntryPage title={t().auth.welcome} titleWith={t().auth.welcomeTo}>
          <Show when={accounts.all().length > 0}>
            <KnownAccounts onChosen={() => navigate(destination.take(), { replace: true })} />
          </Show>
          <ProviderButtons />
          <Show when={hasPasswords()}>
            <Form form={form} submitLabel={t().auth.logIn}>
              <EmailField {...email} offersPasskeys />
              <PasswordField {...password} />
            </Form>
          </Show>
          <PasskeyLogin logIn={(passkey) => attempt({ passkey })} />
          <Show when={hasPasswords()}>
            <p>
              <A href="/login/reset">{t().auth.forgotten}</A>
            </p>
            <p>
              {t().auth.newHere} <A href="/register">{t().auth.register}</A>
            </p>
          </Show>
        </CommunityEntryPage>
      }
    >
      {(factor) => (
        <SecondFactorForm
          {...factor()}
          send={(answer) => attempt({ mfa_ticket: factor().ticket, mfa_response: answer })}
          onBack={() => setSecondFactor(undefined)}
        />
      )}
    </Show>
  );
}
