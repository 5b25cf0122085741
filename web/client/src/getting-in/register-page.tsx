import { A, useNavigate } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { configuration, publicApi } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { Captcha, isCaptchaNeeded } from "./captcha.tsx";
import { CheckMailPage } from "./check-mail-page.tsx";
import { destination } from "./destination.ts";
import { EmailField } from "./email-field.tsx";
import { GettingInPage } from "./getting-in-page.tsx";
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
        <GettingInPage title={t().gettingIn.register}>
          <Form
            form={form}
            submitLabel={t().gettingIn.register}
            disabled={isCaptchaNeeded() && captcha() === undefined}
          >
            <EmailField value={email()} onInput={setEmail} />
            <PasswordField value={password()} onInput={setPassword} isNew />
            <Show when={features()?.invite_only}>
              <TextField
                label={t().gettingIn.inviteCode}
                hint={t().gettingIn.inviteCodeHint}
                value={invite()}
                onInput={setInvite}
                required
              />
            </Show>
            <Captcha form={form} onToken={setCaptcha} />
          </Form>
          <p>
            {t().gettingIn.knownHere} <A href="/login">{t().gettingIn.logIn}</A>
          </p>
        </GettingInPage>
      }
    >
      <CheckMailPage email={email()} text={t().gettingIn.verifyMailSent(email())} />
    </Show>
  );
}
