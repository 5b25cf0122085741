import { useNavigate, useParams } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { publicApi } from "../session/server.ts";
import { PasswordField } from "./fields.tsx";

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
    <EntryPage title={t().auth.undoTitle}>
      <p>{t().auth.undoHint}</p>
      <Form form={form} submitLabel={t().auth.undo}>
        <PasswordField {...password} label={t().auth.newPassword} isNew />
      </Form>
    </EntryPage>
  );
}

function asAddressTaken(thrown: unknown): never {
  throw readApiError(thrown).type === "OperationFailed" ? new ApiError("AddressTaken") : thrown;
}
