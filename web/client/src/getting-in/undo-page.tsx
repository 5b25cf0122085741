import { useNavigate, useParams } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { createForm } from "../app/create-form.ts";
import { readApiError } from "../session/api-error.ts";
import { apiUrl } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { GettingInPage } from "./getting-in-page.tsx";
import { PasswordField } from "./password-field.tsx";

/** The link in the mail that an address gets which an account has lost. Only the form changes something. */
export default function UndoPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const [password, setPassword] = createSignal("");
  const form = createForm(async () => {
    await undoEmailChange(params.code, password());
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

/** The protocol's library does not know the route, and would leave out the body. */
async function undoEmailChange(token: string, password: string): Promise<void> {
  const body = JSON.stringify({ token, password });
  const response = await fetch(`${apiUrl}/auth/account/change/email/undo`, { method: "POST", body });
  if (response.ok) return;
  const refusal = await response.text();
  throw readApiError(refusal).type === "OperationFailed" ? { type: "AddressTaken" } : refusal;
}
