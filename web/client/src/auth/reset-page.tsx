import { useNavigate, useParams } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { Switch } from "@ui/switch.tsx";
import { notify } from "@ui/toasts.tsx";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import { PasswordField } from "./fields.tsx";

/** The link in a mail that leads to a new password. */
export default function ResetPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const password = createField("");
  const isEverywhere = createField(true);
  const form = createForm(async () => {
    await publicApi.patch("/auth/account/reset_password", {
      token: params.code,
      password: password.value,
      remove_sessions: isEverywhere.value,
    });
    notify(t().auth.passwordChanged);
    navigate("/login", { replace: true });
  });
  return (
    <EntryPage title={t().auth.newPassword}>
      <Form form={form} submitLabel={t().common.save}>
        <PasswordField {...password} isNew />
        <Switch label={t().auth.logOutEverywhere} {...isEverywhere} />
      </Form>
    </EntryPage>
  );
}
