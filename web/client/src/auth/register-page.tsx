import { A, useNavigate } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { configuration, publicApi } from "../session/server.ts";
import { AuthPage } from "./auth-page.tsx";
import { Captcha, isCaptchaNeeded } from "./captcha.tsx";
import { CheckMailPage } from "./check-mail-page.tsx";
import { destination } from "./destination.ts";
import { EmailField } from "./email-field.tsx";
import { logIn } from "./log-in.ts";
import { PasswordField } from "./password-field.tsx";

export default function RegisterPage() {
  const [email, setEmail] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [invite, setInvite] = createSignal("");
  const [captcha, setCaptcha] = createSignal<string>();
  const [isMailSent, setMailSent] = createSignal(false);
  const navigate = useNavigate();
  const features = () => configuration()?.features;

  const form = createForm(async () => {
    await publicApi.post("/auth/account/create", {
      email: email(),
      password: password(),
      invite: features()?.invite_only ? invite().trim() : undefined,
      captcha: captcha(),
    });
    if (features()?.email) {
      setMailSent(true);
      return;
    }
    await logIn({ email: email(), password: password() }, email());
    navigate(destination.take(), { replace: true });
  });

  return (
    <Show
      when={isMailSent()}
      fallback={
        <AuthPage title={t().auth.register}>
          <Form
            form={form}
            submitLabel={t().auth.register}
            disabled={isCaptchaNeeded() && captcha() === undefined}
          >
            <EmailField value={email()} onInput={setEmail} />
            <PasswordField value={password()} onInput={setPassword} isNew />
            <Show when={features()?.invite_only}>
              <TextField
                label={t().auth.inviteCode}
                hint={t().auth.inviteCodeHint}
                value={invite()}
                onInput={setInvite}
                required
              />
            </Show>
            <Captcha form={form} onToken={setCaptcha} />
          </Form>
          <p>
            {t().auth.knownHere} <A href="/login">{t().auth.logIn}</A>
          </p>
        </AuthPage>
      }
    >
      <CheckMailPage email={email()} text={t().auth.verifyMailSent(email())} />
    </Show>
  );
}
