import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";

type Answer = { readonly totp_code: string } | { readonly recovery_code: string };

/** Asks for the code of an authenticator app, or for a recovery code. */
export function SecondFactorForm(props: {
  readonly methods: readonly string[];
  readonly send: (answer: Answer) => Promise<void>;
  readonly onBack: () => void;
}) {
  const code = createField("");
  const [isRecovery, setRecovery] = createSignal(!props.methods.includes("Totp"));
  const form = createForm(() => {
    const value = code.value.trim();
    return props.send(isRecovery() ? { recovery_code: value } : { totp_code: value.replaceAll(" ", "") });
  });
  return (
    <EntryPage title={t().auth.secondFactor}>
      <Form form={form} submitLabel={t().auth.logIn}>
        <TextField
          label={isRecovery() ? t().auth.recoveryCode : t().auth.totpCode}
          hint={isRecovery() ? t().auth.recoveryHint : t().auth.totpHint}
          {...code}
          required
          autocomplete="one-time-code"
          autofocus
          inputmode={isRecovery() ? "text" : "numeric"}
        />
      </Form>
      <Show when={props.methods.includes("Recovery")}>
        <Button
          variant="link"
          onClick={() => {
            setRecovery(!isRecovery());
            code.onChange("");
          }}
        >
          {isRecovery() ? t().auth.useTotp : t().auth.useRecovery}
        </Button>
      </Show>
      <Button variant="link" onClick={() => props.onBack()}>
        {t().common.back}
      </Button>
    </EntryPage>
  );
}
