import { Button } from "@ui/button.tsx";
import { getPasskey } from "@ui/passkeys.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, For, Show } from "solid-js";
import { call } from "../api/call.ts";
import { t } from "../i18n/i18n.ts";
import type { FactorAnswer } from "./log-in.ts";

/** The most convenient first. */
const kinds = ["Passkey", "Totp", "Recovery"] as const;
type Kind = (typeof kinds)[number];

/** How the server begins to ask for a passkey. */
export interface PasskeyRequest {
  readonly token: string;
  readonly options: object;
}

/**
 * The state of a field for the second factor: a passkey, a code of the authenticator, or one to recover with. The
 * headers tell whose passkey it has to be.
 */
export function createFactor(
  methods: () => readonly string[],
  headers: () => Readonly<Record<string, string>> = () => ({}),
) {
  const [code, setCode] = createSignal("");
  const [chosen, setChosen] = createSignal<Kind>();
  const possible = () => kinds.filter((kind) => methods().includes(kind));
  const kind = () => chosen() ?? possible()[0] ?? "Totp";
  const begin = () => call<PasskeyRequest>("POST", "/auth/passkeys/proof", { headers: headers() });
  return {
    code,
    setCode,
    kind,
    others: () => possible().filter((other) => other !== kind()),
    choose(next: Kind): void {
      setChosen(next);
      setCode("");
    },
    async answer(): Promise<FactorAnswer> {
      if (kind() === "Passkey") return { passkey: await getPasskey(begin) };
      return kind() === "Recovery"
        ? { recovery_code: code().trim() }
        : { totp_code: code().replaceAll(" ", "") };
    },
  };
}

export function FactorField(props: { readonly factor: ReturnType<typeof createFactor> }) {
  const isRecovery = () => props.factor.kind() === "Recovery";
  const labels = () => ({
    Passkey: t().access.usePasskey,
    Totp: t().access.useTotp,
    Recovery: t().access.useRecovery,
  });
  return (
    <>
      <Show when={props.factor.kind() !== "Passkey"} fallback={<p>{t().access.passkeyHint}</p>}>
        <TextField
          label={isRecovery() ? t().access.recoveryCode : t().access.totpCode}
          hint={isRecovery() ? t().access.recoveryHint : t().access.totpHint}
          value={props.factor.code()}
          onChange={props.factor.setCode}
          required
          autocomplete="one-time-code"
          autofocus
          inputmode={isRecovery() ? "text" : "numeric"}
        />
      </Show>
      <For each={props.factor.others()}>
        {(other) => (
          <Button variant="link" onClick={() => props.factor.choose(other)}>
            {labels()[other]}
          </Button>
        )}
      </For>
    </>
  );
}
