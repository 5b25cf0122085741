import { A } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import { AuthPage } from "./auth-page.tsx";
import { Captcha, isCaptchaNeeded } from "./captcha.tsx";

/** Says that a mail is on its way, and sends another one if it does not come. */
export function CheckMailPage(props: { readonly email: string; readonly text: string }) {
  const [captcha, setCaptcha] = createSignal<string>();
  const form = createForm(async () => {
    await publicApi.post("/auth/account/reverify", { email: props.email, captcha: captcha() });
    notify(t().auth.mailSentAgain);
  });
  return (
    <AuthPage title={t().auth.checkMail}>
      <p>{props.text}</p>
      <Form
        form={form}
        submitLabel={t().auth.sendAgain}
        disabled={isCaptchaNeeded() && captcha() === undefined}
      >
        <Captcha form={form} onToken={setCaptcha} />
      </Form>
      <p>
        <A href="/login">{t().auth.logIn}</A>
      </p>
    </AuthPage>
  );
}
