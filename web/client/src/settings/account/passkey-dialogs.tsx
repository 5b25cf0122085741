import { createField } from "@ui/create-field.ts";
import { makePasskey } from "@ui/passkeys.ts";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import type { Passkey, PasskeyCreation } from "../../../../protocol/types.ts";
import { deviceName } from "../../auth/log-in.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { createProof, ProofField, withTicket } from "./proof.tsx";

const maxLength = 64;

/** The last step: names a passkey and creates it, after the server has begun. Browsers want a press right before. */
export function CreatePasskeyDialog(props: {
  readonly beginning: PasskeyCreation;
  /** Whether a passkey is needed after the password already. */
  readonly isRequired: boolean;
  readonly onCreated: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const name = createField(deviceName());
  const [isFactor, setFactor] = createSignal(false);
  return (
    <FormDialog
      title={t().passkeys.add}
      description={t().passkeys.createHint}
      action={t().passkeys.create}
      isReady={name.value.trim() !== ""}
      onSubmit={async () => {
        const user = client.user;
        const made = await makePasskey(props.beginning, {
          name: user?.username ?? "",
          displayName: user?.displayName ?? user?.username ?? "",
        });
        const { passkey, recovery_codes } = await client.api.post("/auth/passkeys", {
          ...made,
          name: name.value.trim(),
          second_factor: isFactor(),
        });
        notify(t().passkeys.created(passkey.name));
        props.onCreated(recovery_codes);
      }}
      onClose={props.onClose}
    >
      <TextField label={t().passkeys.name} {...name} required maxlength={maxLength} />
      <Show when={!props.isRequired}>
        <Switch
          label={t().passkeys.require}
          hint={t().passkeys.requireHint}
          value={isFactor()}
          onChange={setFactor}
        />
      </Show>
    </FormDialog>
  );
}

export function RenamePasskeyDialog(props: {
  readonly passkey: Passkey;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const proof = createProof(client);
  const name = createField(props.passkey.name);
  return (
    <FormDialog
      title={t().passkeys.renameNamed(props.passkey.name)}
      action={t().common.save}
      isReady={name.value.trim() !== "" && proof.isReady()}
      onSubmit={async () => {
        const options = withTicket(await proof.ticket());
        await client.api.patch(`/auth/passkeys/${props.passkey._id}`, { name: name.value.trim() }, options);
        props.onRenamed();
      }}
      onClose={props.onClose}
    >
      <TextField label={t().passkeys.name} {...name} required maxlength={maxLength} />
      <ProofField proof={proof} />
    </FormDialog>
  );
}
