import { Button } from "@ui/button.tsx";
import { createResource, createSignal, For, Show } from "solid-js";
import { call } from "../api/call.ts";
import { endQuestion, isAsked } from "../api/confirmation.ts";
import { setObstacle } from "../api/session.ts";
import type { AdminConfirmation, Identity } from "../api/types.ts";
import { FormDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { createFactor, FactorField } from "./factor-field.tsx";
import { confirmAt, createWaysIn, type Provider } from "./providers.tsx";

/**
 * Asks for a passkey, a code or a provider's confirmation when the server wants one; once in the frame. The refused call
 * is then repeated, unless the browser had to leave the page.
 */
export function ConfirmIdentity() {
  return (
    <Show when={isAsked()}>
      <ConfirmForm />
    </Show>
  );
}

function ConfirmForm() {
  const ways = createWaysIn();
  const [methods] = createResource(loadMethods);
  const known = () => (methods.state === "ready" ? methods() : undefined);
  const factor = createFactor(() => known()?.factors ?? ["Totp"]);
  const providers = () => ways.providers().filter(({ id }) => known()?.providers.includes(id));
  const [chosen, setChosen] = createSignal<Provider>();
  const hasFactors = () => known()?.factors.length !== 0;
  const provider = () => chosen() ?? (hasFactors() ? undefined : providers()[0]);
  let isConfirmed = false;

  async function confirm(): Promise<void> {
    const there = provider();
    if (there) return confirmAt(there);
    const body = await factor.answer();
    const { token } = await call<{ token: string }>("PUT", "/auth/mfa/ticket", { body });
    await call<AdminConfirmation>("POST", "/admin/confirm", { headers: { "x-mfa-ticket": token } });
    isConfirmed = true;
  }

  return (
    <FormDialog
      title={t().access.confirmTitle}
      description={provider() ? t().access.providerHint(provider()?.name ?? "") : t().access.confirmHint}
      action={provider() ? t().access.confirmWith(provider()?.name ?? "") : t().access.confirm}
      onSubmit={confirm}
      onClose={() => endQuestion(isConfirmed)}
    >
      <Show when={hasFactors()}>
        <Show when={provider()} fallback={<FactorField factor={factor} />}>
          <Button variant="link" onClick={() => setChosen(undefined)}>
            {t().access.confirmOtherwise}
          </Button>
        </Show>
      </Show>
      <For each={providers().filter(({ id }) => id !== provider()?.id)}>
        {(other) => (
          <Button variant="link" onClick={() => setChosen(other)}>
            {t().access.confirmThere(other.name)}
          </Button>
        )}
      </For>
    </FormDialog>
  );
}

/** What can prove a second factor: those of the account, and providers that are trusted with it. */
async function loadMethods() {
  const [known, status, identities] = await Promise.all([
    call<readonly string[]>("GET", "/auth/mfa/methods"),
    call<{ security_key_mfa: boolean }>("GET", "/auth/mfa"),
    call<readonly Identity[]>("GET", "/auth/oidc/identities"),
  ]);
  // The password is no second factor.
  const factors = [...known, ...(status.security_key_mfa ? ["Passkey"] : [])].filter(
    (method) => method !== "Password",
  );
  const providers = identities.filter(({ second_factor }) => second_factor).map(({ provider }) => provider);
  if (factors.length + providers.length === 0) {
    endQuestion(false);
    setObstacle("SecondFactorRequired");
  }
  return { factors, providers };
}
