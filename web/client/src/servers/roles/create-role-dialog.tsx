import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";

export function CreateRoleDialog(props: {
  readonly server: Server;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const [name, setName] = createSignal("");
  return (
    <FormDialog
      title={t().roles.create}
      action={t().roles.create}
      isReady={name().trim() !== ""}
      onSubmit={async () => {
        const { id } = await client.api.post(`/servers/${props.server.id}/roles`, { name: name().trim() });
        props.onCreated(id);
      }}
      onClose={props.onClose}
    >
      <TextField
        label={t().roles.name}
        value={name()}
        onInput={setName}
        required
        input={{ maxlength: 32, autocomplete: "off" }}
      />
    </FormDialog>
  );
}
