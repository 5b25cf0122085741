import { A } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { publicApi } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { Captcha, isCaptchaNeeded } from "./captcha.tsx";
import { GettingInPage } from "./getting-in-page.tsx";

/** Says that a mail is on its way, and sends another one if it does not come. */
export function CheckMailPage(props: { readonly email: string; readonly text: string }) {
  const [captcha, setCaptcha] = createSignal<string>();
  const form = createForm(async () => {
    await publicApi.post("/auth/account/reverify", { email: props.email, captcha: captcha() });
    notify(t().gettingIn.mailSentAgain);
  });
  return (
    <GettingInPage title={t().gettingIn.checkMail}>
      <p>{props.text}</p>
      <Form
        form={form}
        submitLabel={t().gettingIn.sendAgain}
        disabled={isCaptchaNeeded() && captcha() === undefined}
      >
        <Captcha form={form} onToken={setCaptcha} />
      </Form>
      <p>
        <A href="/login">{t().gettingIn.logIn}</A>
      </p>
    </GettingInPage>
  );
}
