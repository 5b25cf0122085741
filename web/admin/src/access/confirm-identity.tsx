import { createResource, Show } from "solid-js";
import { call } from "../api/call.ts";
import { endQuestion, isAsked } from "../api/confirmation.ts";
import { setObstacle } from "../api/session.ts";
import type { AdminConfirmation } from "../api/types.ts";
import { FormDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { createFactor, FactorField } from "./factor-field.tsx";

/** Asks for a code when the server wants one; once in the frame. The refused call is then repeated. */
export function ConfirmIdentity() {
  return (
    <Show when={isAsked()}>
      <ConfirmForm />
    </Show>
  );
}

function ConfirmForm() {
  const [methods] = createResource(async () => {
    const allowed = await call<readonly string[]>("GET", "/auth/mfa/methods");
    if (!allowed.includes("Totp")) {
      endQuestion(false);
      setObstacle("SecondFactorRequired");
    }
    return allowed;
  });
  const factor = createFactor(() => (methods.error ? undefined : methods.latest) ?? ["Totp"]);
  let isConfirmed = false;

  async function confirm(): Promise<void> {
    const body = factor.answer();
    const { token } = await call<{ token: string }>("PUT", "/auth/mfa/ticket", { body });
    await call<AdminConfirmation>("POST", "/admin/confirm", { headers: { "x-mfa-ticket": token } });
    isConfirmed = true;
  }

  return (
    <FormDialog
      title={t().access.confirmTitle}
      description={t().access.confirmHint}
      action={t().access.confirm}
      onSubmit={confirm}
      onClose={() => endQuestion(isConfirmed)}
    >
      <FactorField factor={factor} />
    </FormDialog>
  );
}
