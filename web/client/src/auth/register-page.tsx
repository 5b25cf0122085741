import { A, useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { configuration, publicApi } from "../session/server.ts";
import { Captcha, lacksCaptcha } from "./captcha.tsx";
import { CommunityEntryPage } from "./community-entry-page.tsx";
import { registeredKey } from "./confirm-login.tsx";
import { destination } from "./destination.ts";
import { EmailField, PasswordField } from "./fields.tsx";
import { logIn } from "./log-in.ts";
import { hasPasswords, ProviderButtons } from "./providers.tsx";

export default function RegisterPage() {
  const email = createField("");
  const password = createField("");
  const invite = createField("");
  const [captcha, setCaptcha] = createSignal<string>();
  const [isMailSent, setMailSent] = createSignal(false);
  const navigate = useNavigate();
  const features = () => configuration()?.features;

  const form = createForm(async () => {
    await publicApi.post("/auth/account/create", {
      email: email.value,
      password: password.value,
      invite: features()?.invite_only ? invite.value.trim() : undefined,
      captcha: captcha(),
    });
    if (features()?.email) {
      sessionStorage.setItem(registeredKey, email.value);
      setMailSent(true);
      return;
    }
    await logIn({ email: email.value, password: password.value }, email.value);
    navigate(destination.take(), { replace: true });
  });

  return (
    <Show
      when={isMailSent()}
      fallback={
        <CommunityEntryPage title={t().auth.register} titleWith={t().auth.registerFor}>
          <Show when={features()?.invite_only}>
            <TextField label={t().auth.inviteCode} hint={t().auth.inviteCodeHint} {...invite} required />
          </Show>
          <ProviderButtons invite={features()?.invite_only ? invite.value.trim() : undefined} />
          <Show when={hasPasswords()}>
            <Form form={form} submitLabel={t().auth.register} disabled={lacksCaptcha(captcha())}>
              <EmailField {...email} />
              <PasswordField {...password} isNew />
              <Captcha form={form} onToken={setCaptcha} />
            </Form>
          </Show>
          <p>
            {t().auth.knownHere} <A href="/login">{t().auth.logIn}</A>
          </p>
        </CommunityEntryPage>
      }
    >
      <CheckMailPage email={email.value} text={t().auth.verifyMailSent(email.value)} />
    </Show>
  );
}

/** Says that a mail is on its way, and sends another one if it does not come. */
function CheckMailPage(props: { readonly email: string; readonly text: string }) {
  const [captcha, setCaptcha] = createSignal<string>();
  const form = createForm(async () => {
    await publicApi.post("/auth/account/reverify", { email: props.email, captcha: captcha() });
    notify(t().auth.mailSentAgain);
  });
  return (
    <EntryPage title={t().auth.checkMail}>
      <p>{props.text}</p>
      <Form form={form} submitLabel={t().auth.sendAgain} disabled={lacksCaptcha(captcha())}>
        <Captcha form={form} onToken={setCaptcha} />
      </Form>
      <p>
        <A href="/login">{t().auth.logIn}</A>
      </p>
    </EntryPage>
  );
}
