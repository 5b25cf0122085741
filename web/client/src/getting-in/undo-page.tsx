import { useNavigate, useParams } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { publicApi } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { GettingInPage } from "./getting-in-page.tsx";
import { PasswordField } from "./password-field.tsx";

/** The link in the mail that an address gets which an account has lost. Only the form changes something. */
export default function UndoPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const [password, setPassword] = createSignal("");
  const form = createForm(async () => {
    const body = { token: params.code, password: password() };
    await publicApi.post("/auth/account/change/email/undo", body).catch(asAddressTaken);
    notify(t().gettingIn.undone);
    navigate("/login", { replace: true });
  });
  return (
    <GettingInPage title={t().gettingIn.undoTitle}>
      <p>{t().gettingIn.undoHint}</p>
      <Form form={form} submitLabel={t().gettingIn.undo}>
        <PasswordField value={password()} onInput={setPassword} label={t().gettingIn.newPassword} isNew />
      </Form>
    </GettingInPage>
  );
}

function asAddressTaken(thrown: unknown): never {
  throw readApiError(thrown).type === "OperationFailed" ? new ApiError("AddressTaken") : thrown;
}
