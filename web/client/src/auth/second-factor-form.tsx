import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { asRefusedPasskey, getPasskey } from "@ui/passkeys.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, For, Show } from "solid-js";
import type { MFAResponse } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import type { SecondFactor } from "./log-in.ts";

/** The most convenient first. */
const kinds = ["Passkey", "Totp", "Recovery"] as const;
type Kind = (typeof kinds)[number];

/** Asks for a passkey, for the code of an authenticator app, or for a recovery code. */
export function SecondFactorForm(
  props: SecondFactor & {
    readonly send: (answer: MFAResponse) => Promise<void>;
    readonly onBack: () => void;
  },
) {
  const code = createField("");
  const possible = () => kinds.filter((kind) => props.methods.includes(kind));
  const [chosen, choose] = createSignal<Kind>();
  const kind = () => chosen() ?? possible()[0] ?? "Totp";
  const isRecovery = () => kind() === "Recovery";
  const form = createForm(async () => {
    const value = code.value.trim();
    if (kind() !== "Passkey")
      return props.send(isRecovery() ? { recovery_code: value } : { totp_code: value.replaceAll(" ", "") });
    const headers = { "X-MFA-Ticket": props.ticket };
    const passkey = await getPasskey(() => publicApi.post("/auth/passkeys/proof", undefined, { headers }));
    await props.send({ passkey }).catch(asRefusedPasskey);
  });
  const labels = () => ({
    Passkey: t().auth.usePasskey,
    Totp: t().auth.useTotp,
    Recovery: t().auth.useRecovery,
  });
  return (
    <EntryPage title={t().auth.secondFactor}>
      <Form form={form} submitLabel={kind() === "Passkey" ? t().auth.usePasskey : t().auth.logIn}>
        <Show when={kind() !== "Passkey"} fallback={<p>{t().auth.passkeyHint}</p>}>
          <TextField
            label={isRecovery() ? t().auth.recoveryCode : t().auth.totpCode}
            hint={isRecovery() ? t().auth.recoveryHint : t().auth.totpHint}
            {...code}
            required
            autocomplete="one-time-code"
            autofocus
            inputmode={isRecovery() ? "text" : "numeric"}
          />
        </Show>
      </Form>
      <For each={possible().filter((other) => other !== kind())}>
        {(other) => (
          <Button
            variant="link"
            onClick={() => {
              choose(other);
              code.onChange("");
              form.clearError();
            }}
          >
            {labels()[other]}
          </Button>
        )}
      </For>
      <Button variant="link" onClick={() => props.onBack()}>
        {t().common.back}
      </Button>
    </EntryPage>
  );
}
