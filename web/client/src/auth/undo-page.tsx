import { useNavigate, useParams } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { publicApi } from "../session/server.ts";
import { AuthPage } from "./auth-page.tsx";
import { PasswordField } from "./password-field.tsx";

/** The link in the mail that an address gets which an account has lost. Only the form changes something. */
export default function UndoPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const password = createField("");
  const form = createForm(async () => {
    const body = { token: params.code, password: password.value };
    await publicApi.post("/auth/account/change/email/undo", body).catch(asAddressTaken);
    notify(t().auth.undone);
    navigate("/login", { replace: true });
  });
  return (
    <AuthPage title={t().auth.undoTitle}>
      <p>{t().auth.undoHint}</p>
      <Form form={form} submitLabel={t().auth.undo}>
        <PasswordField {...password} label={t().auth.newPassword} isNew />
      </Form>
    </AuthPage>
  );
}

function asAddressTaken(thrown: unknown): never {
  throw readApiError(thrown).type === "OperationFailed" ? new ApiError("AddressTaken") : thrown;
}
