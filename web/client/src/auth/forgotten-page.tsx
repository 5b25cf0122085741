import { A } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { createSignal, Match, Switch } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { configuration, publicApi } from "../session/server.ts";
import { Captcha, lacksCaptcha } from "./captcha.tsx";
import { EmailField } from "./fields.tsx";

/** Asks for a mail with a link to a new password or, where the server sends none, says who can help. */
export default function ForgottenPage() {
  const email = createField("");
  const [captcha, setCaptcha] = createSignal<string>();
  const [isSent, setSent] = createSignal(false);
  const form = createForm(async () => {
    await publicApi.post("/auth/account/reset_password", { email: email.value, captcha: captcha() });
    setSent(true);
  });
  return (
    <EntryPage title={isSent() ? t().auth.checkMail : t().auth.forgotten}>
      <Switch>
        <Match when={configuration()?.features.email === false}>
          <p>{t().auth.forgottenWithoutMail}</p>
          <p>{t().auth.forgottenAsk}</p>
        </Match>
        <Match when={isSent()}>
          <p>{t().auth.resetMailSent(email.value)}</p>
        </Match>
        <Match when={configuration()}>
          <p>{t().auth.forgottenHint}</p>
          <Form form={form} submitLabel={t().auth.sendMail} disabled={lacksCaptcha(captcha())}>
            <EmailField {...email} />
            <Captcha form={form} onToken={setCaptcha} />
          </Form>
        </Match>
      </Switch>
      <p>
        <A href="/login">{t().auth.logIn}</A>
      </p>
    </EntryPage>
  );
}
