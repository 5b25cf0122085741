import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
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
  const name = createField("");
  return (
    <FormDialog
      title={t().roles.create}
      action={t().roles.create}
      isReady={name.value.trim() !== ""}
      onSubmit={async () => {
        const { id } = await client.api.post(`/servers/${props.server.id}/roles`, {
          name: name.value.trim(),
        });
        props.onCreated(id);
      }}
      onClose={props.onClose}
    >
      <TextField label={t().roles.name} {...name} required maxlength={32} />
    </FormDialog>
  );
}
