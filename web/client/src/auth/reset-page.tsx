import { useNavigate, useParams } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { Switch } from "@ui/switch.tsx";
import { notify } from "@ui/toasts.tsx";
import { Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import { PasswordField } from "./fields.tsx";

/** The link that leads to a new password: from a mail, or from an operator, who has added what it is about. */
export default function ResetPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const notes = new URLSearchParams(location.hash.slice(1));
  const email = notes.get("email");
  const password = createField("");
  const isEverywhere = createField(true);
  const form = createForm(async () => {
    await publicApi.patch("/auth/account/reset_password", {
      token: params.code,
      password: password.value,
      remove_sessions: isEverywhere.value,
    });
    notify(t().auth.passwordChanged);
    navigate("/login", { replace: true, state: { email } });
  });
  return (
    <EntryPage title={email === null ? t().auth.newPassword : t().auth.recoverTitle}>
      <Show when={email}>
        {(address) => (
          <>
            <p>{t().auth.recoverHint}</p>
            <p>{t().auth.recoverLogin(address())}</p>
            <Show when={notes.get("removes") === "second-factor"}>
              <p>{t().auth.recoverFactor}</p>
            </Show>
          </>
        )}
      </Show>
      <Form form={form} submitLabel={t().common.save}>
        <PasswordField {...password} isNew />
        <Show when={email === null}>
          <Switch label={t().auth.logOutEverywhere} {...isEverywhere} />
        </Show>
      </Form>
    </EntryPage>
  );
}
