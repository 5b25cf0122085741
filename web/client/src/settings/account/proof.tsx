import { Button } from "@ui/button.tsx";
import { asRefusedPasskey, getPasskey } from "@ui/passkeys.ts";
import { TextField } from "@ui/text-field.tsx";
import { createResource, createSignal, For, Show } from "solid-js";
import type { MFAMethod, MFAResponse } from "../../../../protocol/types.ts";
import { confirmation, goToProvider } from "../../auth/confirmation.ts";
import { ProviderIcon, providers } from "../../auth/providers.tsx";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { describeError, t } from "../../i18n/i18n.ts";
import type { RequestOptions } from "../../session/api.ts";
import { ApiError, readApiError } from "../../session/api-error.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../page.module.css";

export type Proof = ReturnType<typeof createProof>;
type ProofMethod = MFAMethod | "Passkey";

/** How users confirm their identity: with the password, with the second factor if they have one, or with a passkey. */
export function createProof(client: Client) {
  const [loaded] = createResource(() => loadMethods(client));
  const [chosen, setChosen] = createSignal<ProofMethod>();
  const [secret, setSecret] = createSignal("");
  /**
   * Which kinds the server accepts; none until it has answered. Only its state is read before it is ready: a dialog
   * must not hide the page behind it.
   */
  const methods = (): readonly ProofMethod[] => (loaded.state === "ready" ? loaded() : []);
  const method = () => chosen() ?? methods()[0] ?? "Password";
  /** A code works once: the next attempt needs another one. */
  const answer = async (): Promise<MFAResponse> =>
    method() === "Passkey"
      ? { passkey: await getPasskey(() => client.api.post("/auth/passkeys/proof")) }
      : answerOf(method(), secret());
  const confirmed = confirmation.read();
  return {
    methods,
    /** Whether a provider has to say who it is, because there is neither a password nor a second factor. */
    needsProvider: () => loaded.state === "ready" && loaded().length === 0 && confirmed === undefined,
    /** Whether a provider has just said so. */
    isConfirmed: confirmed !== undefined,
    isReady: () =>
      confirmed !== undefined || (methods().length > 0 && (secret() !== "" || method() === "Passkey")),
    /** Why they could not be asked for. */
    error: (): unknown => (loaded.state === "errored" ? loaded.error : undefined),
    method,
    secret,
    setSecret,
    choose(next: ProofMethod): void {
      setChosen(next);
      setSecret("");
    },
    /** A ticket for one sensitive request. */
    async ticket(): Promise<string> {
      const held = confirmation.take();
      if (held !== undefined) return held;
      const response = await answer();
      const { token } = await client.api
        .put("/auth/mfa/ticket", response)
        .catch("passkey" in response ? asRefusedPasskey : asWrongPassword);
      return token;
    },
  };
}

/** A recovery code is what is left if nothing else is. */
async function loadMethods({ api }: Client): Promise<readonly ProofMethod[]> {
  const [methods, status] = await Promise.all([api.get("/auth/mfa/methods"), api.get("/auth/mfa")]);
  const others = methods.filter((method) => method !== "Recovery");
  const isLast = methods.length > others.length;
  return [
    ...others,
    ...(status.security_key_mfa ? ["Passkey" as const] : []),
    ...(isLast ? ["Recovery" as const] : []),
  ];
}

function answerOf(method: ProofMethod, secret: string): MFAResponse {
  if (method === "Totp") return { totp_code: secret.replaceAll(" ", "") };
  return method === "Recovery" ? { recovery_code: secret.trim() } : { password: secret };
}

/** The server has one error for a wrong address and a wrong password; here it can only be the password. */
export function asWrongPassword(thrown: unknown): never {
  throw readApiError(thrown).type === "InvalidCredentials" ? new ApiError("WrongPassword") : thrown;
}

/** The header that carries a ticket. */
export function withTicket(ticket: string | undefined): RequestOptions<never> {
  return ticket === undefined ? {} : { headers: { "X-MFA-Ticket": ticket } };
}

export function ProofField(props: { readonly proof: Proof }) {
  const labels = () => ({
    Password: t().proof.password,
    Totp: t().proof.code,
    Recovery: t().proof.recoveryCode,
    Passkey: "",
  });
  const switches = () => ({
    Password: t().proof.usePassword,
    Totp: t().proof.useCode,
    Recovery: t().proof.useRecovery,
    Passkey: t().proof.usePasskey,
  });
  const others = () => props.proof.methods().filter((method) => method !== props.proof.method());
  const isPassword = () => props.proof.method() === "Password";
  return (
    <>
      <Show when={props.proof.error()}>
        <p role="alert" class={styles.error}>
          {describeError(props.proof.error())}
        </p>
      </Show>
      <Show when={props.proof.isConfirmed}>
        <p>{t().proof.confirmed}</p>
      </Show>
      <Show when={props.proof.needsProvider()}>
        <p>{t().proof.atProvider}</p>
        <ConfirmButtons />
      </Show>
      <Show when={!props.proof.isConfirmed && props.proof.method() === "Passkey"}>
        <p>{t().proof.withPasskey}</p>
      </Show>
      <Show
        when={!props.proof.isConfirmed && !props.proof.needsProvider() && props.proof.method() !== "Passkey"}
      >
        <TextField
          label={labels()[props.proof.method()]}
          type={isPassword() ? "password" : "text"}
          value={props.proof.secret()}
          onChange={props.proof.setSecret}
          required
          autocomplete={isPassword() ? "current-password" : "one-time-code"}
          inputmode={props.proof.method() === "Totp" ? "numeric" : "text"}
        />
      </Show>
      <Show when={!props.proof.isConfirmed}>
        <For each={others()}>
          {(method) => (
            <Button variant="link" onClick={() => props.proof.choose(method)}>
              {switches()[method]}
            </Button>
          )}
        </For>
      </Show>
    </>
  );
}

/** Leads to a provider, and back to this page with a confirmation. */
function ConfirmButtons() {
  const client = useClient();
  return (
    <For each={providers()}>
      {(provider) => (
        <Button onClick={() => void attempt(() => goToProvider(client, provider.id, "confirm"))}>
          <ProviderIcon provider={provider} />
          {t().proof.confirmWith(provider.name)}
        </Button>
      )}
    </For>
  );
}

interface SensitiveAction {
  readonly title?: string;
  /** What it does, where that cannot be undone. */
  readonly description?: string;
  readonly action?: string;
  readonly isDanger?: boolean;
  readonly perform: (ticket: string) => Promise<void>;
}

/** Asks the user to confirm their identity, and passes on the ticket that the server returns. */
export function askForTicket(action: SensitiveAction): void {
  openDialog(TicketDialog, action);
}

function TicketDialog(props: SensitiveAction & { readonly onClose: () => void }) {
  const proof = createProof(useClient());
  return (
    <FormDialog
      title={props.title ?? t().proof.title}
      description={props.description ?? t().proof.hint}
      action={props.action ?? t().proof.goOn}
      isDanger={props.isDanger}
      isReady={proof.isReady()}
      onSubmit={async () => props.perform(await proof.ticket())}
      onClose={props.onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}
