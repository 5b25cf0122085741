import { A } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { createSignal, Match, Switch } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { configuration, publicApi } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { Captcha, isCaptchaNeeded } from "./captcha.tsx";
import { EmailField } from "./email-field.tsx";
import { GettingInPage } from "./getting-in-page.tsx";

/** Asks for a mail with a link to a new password or, where the server sends none, says who can help. */
export default function ForgottenPage() {
  const [email, setEmail] = createSignal("");
  const [captcha, setCaptcha] = createSignal<string>();
  const [isSent, setSent] = createSignal(false);
  const form = createForm(async () => {
    await publicApi.post("/auth/account/reset_password", { email: email(), captcha: captcha() });
    setSent(true);
  });
  return (
    <GettingInPage title={isSent() ? t().gettingIn.checkMail : t().gettingIn.forgotten}>
      <Switch>
        <Match when={configuration()?.features.email === false}>
          <p>{t().gettingIn.forgottenWithoutMail}</p>
          <p>{t().gettingIn.forgottenAsk}</p>
        </Match>
        <Match when={isSent()}>
          <p>{t().gettingIn.resetMailSent(email())}</p>
        </Match>
        <Match when={configuration()}>
          <p>{t().gettingIn.forgottenHint}</p>
          <Form
            form={form}
            submitLabel={t().gettingIn.sendMail}
            disabled={isCaptchaNeeded() && captcha() === undefined}
          >
            <EmailField value={email()} onInput={setEmail} />
            <Captcha form={form} onToken={setCaptcha} />
          </Form>
        </Match>
      </Switch>
      <p>
        <A href="/login">{t().gettingIn.logIn}</A>
      </p>
    </GettingInPage>
  );
}
