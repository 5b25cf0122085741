import { Button } from "@ui/button.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { FactorAnswer } from "./log-in.ts";

/** The state of a field for a code: of the authenticator, or one to recover with. */
export function createFactor(methods: () => readonly string[]) {
  const [code, setCode] = createSignal("");
  const [wantsRecovery, setWantsRecovery] = createSignal(false);
  const isRecovery = () => wantsRecovery() || !methods().includes("Totp");
  return {
    code,
    setCode,
    isRecovery,
    canSwitch: () => methods().includes("Recovery") && methods().includes("Totp"),
    switchKind(): void {
      setWantsRecovery(!wantsRecovery());
      setCode("");
    },
    answer: (): FactorAnswer =>
      isRecovery() ? { recovery_code: code().trim() } : { totp_code: code().replaceAll(" ", "") },
  };
}

export function FactorField(props: { readonly factor: ReturnType<typeof createFactor> }) {
  return (
    <>
      <TextField
        label={props.factor.isRecovery() ? t().access.recoveryCode : t().access.totpCode}
        hint={props.factor.isRecovery() ? t().access.recoveryHint : t().access.totpHint}
        value={props.factor.code()}
        onChange={props.factor.setCode}
        required
        autocomplete="one-time-code"
        autofocus
        inputmode={props.factor.isRecovery() ? "text" : "numeric"}
      />
      <Show when={props.factor.canSwitch()}>
        <Button variant="link" onClick={() => props.factor.switchKind()}>
          {props.factor.isRecovery() ? t().access.useTotp : t().access.useRecovery}
        </Button>
      </Show>
    </>
  );
}
