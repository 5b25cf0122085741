import { Button } from "@ui/button.tsx";
import { asRefusedPasskey, getPasskey } from "@ui/passkeys.ts";
import { Skeleton } from "@ui/state.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createResource, createSignal, For, Show } from "solid-js";
import type { MFAResponse } from "../../../../protocol/types.ts";
import { confirmation, goToProvider } from "../../auth/confirmation.ts";
import { ProviderIcon, providers } from "../../auth/providers.tsx";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { describeError, t } from "../../i18n/i18n.ts";
import type { RequestOptions } from "../../session/api.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../page.module.css";
import { PauseNotice } from "../pause-notice.tsx";
import { answerOf, asWrongPassword, loadMethods, type ProofMethod } from "./proof-methods.ts";

export type Proof = ReturnType<typeof createProof>;

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
  /** Undefined until it is known, so that the field does not change while the user types. */
  const method = () => chosen() ?? methods()[0];
  /** A code works once: the next attempt needs another one. */
  const answer = async (): Promise<MFAResponse> => {
    const chosen = method();
    return chosen === "Passkey"
      ? { passkey: await getPasskey(() => client.api.post("/auth/passkeys/proof")) }
      : answerOf(chosen, secret());
  };
  const confirmed = confirmation.read();
  return {
    methods,
    /** Whether a provider has to say who it is, because there is neither a password nor a second factor. */
    needsProvider: () => loaded.state === "ready" && loaded().length === 0 && confirmed === undefined,
    /** Whether a provider has just said so. */
    isConfirmed: confirmed !== undefined,
    isReady: () =>
      confirmed !== undefined || (methods().length > 0 && (secret() !== "" || method() === "Passkey")),
    isLoading: () => loaded.loading,
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
  /** The method, if it needs something typed. */
  const typed = () => {
    const method = props.proof.method();
    return method === "Passkey" ? undefined : method;
  };
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
      <Show when={!props.proof.isConfirmed && props.proof.isLoading()}>
        <PauseNotice />
        <Skeleton lines={2} label={t().common.loading} />
      </Show>
      <Show when={!props.proof.isConfirmed && typed()}>
        <div ref={focusField}>
          <TextField
            label={labels()[typed() ?? "Password"]}
            type={isPassword() ? "password" : "text"}
            value={props.proof.secret()}
            onChange={props.proof.setSecret}
            required
            autocomplete={isPassword() ? "current-password" : "one-time-code"}
            inputmode={typed() === "Totp" ? "numeric" : "text"}
          />
        </div>
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

/** The dialog has looked for a field to focus before this one was there. */
function focusField(field: HTMLElement): void {
  queueMicrotask(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.role === "dialog")
      field.querySelector("input")?.focus();
  });
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
