import { Button } from "@ui/button.tsx";
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

/** How a user shows once more that it is them: with the password, or with the second factor where there is one. */
export function createProof(client: Client) {
  const [loaded] = createResource(() => client.api.get("/auth/mfa/methods"));
  const [chosen, setChosen] = createSignal<MFAMethod>();
  const [secret, setSecret] = createSignal("");
  /**
   * Which kinds the server accepts; none until it has answered. Only its state is read before it is ready: a dialog
   * must not hide the page behind it.
   */
  const methods = (): readonly MFAMethod[] => (loaded.state === "ready" ? loaded() : []);
  const method = () => chosen() ?? methods()[0] ?? "Password";
  const confirmed = confirmation.read();
  return {
    methods,
    /** Whether a provider has to say who it is, because there is neither a password nor a second factor. */
    needsProvider: () => loaded.state === "ready" && loaded().length === 0 && confirmed === undefined,
    /** Whether a provider has just said so. */
    isConfirmed: confirmed !== undefined,
    isReady: () => confirmed !== undefined || (methods().length > 0 && secret() !== ""),
    /** Why they could not be asked for. */
    error: (): unknown => (loaded.state === "errored" ? loaded.error : undefined),
    method,
    secret,
    setSecret,
    choose(next: MFAMethod): void {
      setChosen(next);
      setSecret("");
    },
    /** A ticket for one sensitive request. */
    async ticket(): Promise<string> {
      const held = confirmation.take();
      if (held !== undefined) return held;
      // A code works once: the next attempt needs another one.
      const { token } = await client.api
        .put("/auth/mfa/ticket", answerOf(method(), secret()))
        .catch(asWrongPassword);
      return token;
    },
  };
}

function answerOf(method: MFAMethod, secret: string): MFAResponse {
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
  });
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
      <Show when={!props.proof.isConfirmed && !props.proof.needsProvider()}>
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
      <Show when={props.proof.methods().includes("Recovery")}>
        <Button
          variant="link"
          onClick={() => props.proof.choose(props.proof.method() === "Totp" ? "Recovery" : "Totp")}
        >
          {props.proof.method() === "Totp" ? t().proof.useRecovery : t().proof.useCode}
        </Button>
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

/** Asks the user to show once more that it is them, and does something with the ticket that the server gives for it. */
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
