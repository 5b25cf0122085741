import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { Show } from "solid-js";
import { PasswordField } from "../../auth/fields.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { createProof, type Proof, ProofField, withTicket } from "./proof.tsx";
import { asWrongPassword } from "./proof-methods.ts";

interface DialogProps {
  readonly onClose: () => void;
}

export function ChangeUsernameDialog(props: DialogProps) {
  const client = useClient();
  const name = createField(client.user?.username ?? "");
  const password = createField("");
  return (
    <FormDialog
      title={t().account.changeUsername}
      action={t().common.save}
      isReady={name.value.trim() !== client.user?.username && password.value !== ""}
      onSubmit={async () => {
        const changes = { username: name.value.trim(), password: password.value };
        await client.api.patch("/users/@me/username", changes).catch(asWrongPassword);
      }}
      onClose={props.onClose}
    >
      <TextField
        label={t().account.username}
        hint={t().account.usernameHint}
        {...name}
        required
        minlength={2}
        maxlength={32}
      />
      <PasswordField label={t().account.currentPassword} {...password} />
    </FormDialog>
  );
}

interface ChangeEmailProps extends DialogProps {
  /** Without a password, the proof takes its place. */
  readonly hasPassword: boolean;
  readonly onChanged: () => void;
}

export function ChangeEmailDialog(props: ChangeEmailProps) {
  const client = useClient();
  const proof = createProof(client);
  const email = createField("");
  const password = createField("");
  return (
    <FormDialog
      title={t().account.changeEmail}
      action={t().common.save}
      isReady={
        email.value !== "" &&
        (props.hasPassword ? password.value !== "" && isProofReady(proof) : proof.isReady())
      }
      onSubmit={async () => {
        const current = props.hasPassword ? { current_password: password.value } : {};
        const changes = { email: email.value.trim(), ...current };
        const ticket = props.hasPassword ? await ticketIfNeeded(proof) : await proof.ticket();
        await client.api
          .patch("/auth/account/change/email", changes, withTicket(ticket))
          .catch(asWrongPassword);
        notify(configuration()?.features.email ? t().account.emailMailed : t().account.emailChanged);
        props.onChanged();
      }}
      onClose={props.onClose}
    >
      <TextField label={t().account.newEmail} type="email" {...email} required autocomplete="email" />
      <Show when={props.hasPassword} fallback={<ProofField proof={proof} />}>
        <PasswordField label={t().account.currentPassword} {...password} />
        <SecondFactorField proof={proof} />
      </Show>
    </FormDialog>
  );
}

export function ChangePasswordDialog(props: DialogProps) {
  const client = useClient();
  const proof = createProof(client);
  const current = createField("");
  const next = createField("");
  return (
    <FormDialog
      title={t().account.changePassword}
      action={t().common.save}
      isReady={current.value !== "" && next.value !== "" && isProofReady(proof)}
      onSubmit={async () => {
        const changes = { password: next.value, current_password: current.value };
        const ticket = await ticketIfNeeded(proof);
        await client.api
          .patch("/auth/account/change/password", changes, withTicket(ticket))
          .catch(asWrongPassword);
        notify(t().account.passwordChanged);
      }}
      onClose={props.onClose}
    >
      <PasswordField label={t().account.currentPassword} {...current} />
      <PasswordField label={t().account.newPassword} {...next} isNew />
      <SecondFactorField proof={proof} />
    </FormDialog>
  );
}

/** For an account that has none. The other devices stay logged in: nothing that they know has become invalid. */
export function SetPasswordDialog(props: DialogProps & { readonly onChanged: () => void }) {
  const client = useClient();
  const proof = createProof(client);
  const password = createField("");
  return (
    <FormDialog
      title={t().account.setPassword}
      action={t().common.save}
      isReady={password.value !== "" && proof.isReady()}
      onSubmit={async () => {
        const changes = { password: password.value, remove_sessions: false };
        const ticket = await proof.ticket();
        await client.api.patch("/auth/account/change/password", changes, withTicket(ticket));
        notify(t().account.passwordSet);
        props.onChanged();
      }}
      onClose={props.onClose}
    >
      <PasswordField label={t().account.newPassword} {...password} isNew />
      <ProofField proof={proof} />
    </FormDialog>
  );
}

/** Later versions of the protocol want a ticket in addition to the password, from accounts with a second factor. */
const needsSecondFactor = (proof: Proof) => proof.methods().includes("Totp");
const isProofReady = (proof: Proof) =>
  proof.methods().length > 0 && (!needsSecondFactor(proof) || proof.secret() !== "");

async function ticketIfNeeded(proof: Proof): Promise<string | undefined> {
  return needsSecondFactor(proof) ? await proof.ticket() : undefined;
}

function SecondFactorField(props: { readonly proof: Proof }) {
  return (
    <Show when={needsSecondFactor(props.proof)}>
      <ProofField proof={props.proof} />
    </Show>
  );
}
