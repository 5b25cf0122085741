import { Button } from "@ui/button.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { t } from "../texts/texts.ts";
import { GettingInPage } from "./getting-in-page.tsx";

type Answer = { readonly totp_code: string } | { readonly recovery_code: string };

/** Asks for the code of an authenticator app, or for a recovery code. */
export function SecondFactorForm(props: {
  readonly methods: readonly string[];
  readonly send: (answer: Answer) => Promise<void>;
  readonly onBack: () => void;
}) {
  const [code, setCode] = createSignal("");
  const [isRecovery, setRecovery] = createSignal(!props.methods.includes("Totp"));
  const form = createForm(() => {
    const value = code().trim();
    return props.send(isRecovery() ? { recovery_code: value } : { totp_code: value.replaceAll(" ", "") });
  });
  return (
    <GettingInPage title={t().gettingIn.secondFactor}>
      <Form form={form} submitLabel={t().gettingIn.logIn}>
        <TextField
          label={isRecovery() ? t().gettingIn.recoveryCode : t().gettingIn.totpCode}
          hint={isRecovery() ? t().gettingIn.recoveryHint : t().gettingIn.totpHint}
          value={code()}
          onInput={setCode}
          required
          input={{
            autocomplete: "one-time-code",
            autofocus: true,
            inputmode: isRecovery() ? "text" : "numeric",
          }}
        />
      </Form>
      <Show when={props.methods.includes("Recovery")}>
        <Button
          look="link"
          onClick={() => {
            setRecovery(!isRecovery());
            setCode("");
          }}
        >
          {isRecovery() ? t().gettingIn.useTotp : t().gettingIn.useRecovery}
        </Button>
      </Show>
      <Button look="link" onClick={() => props.onBack()}>
        {t().common.back}
      </Button>
    </GettingInPage>
  );
}
