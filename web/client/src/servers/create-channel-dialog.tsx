import { useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import { moveChannel, ungrouped } from "./channel-layout.ts";
import { saveLayout, serverLayout } from "./server-layout.ts";

export function CreateChannelDialog(props: {
  readonly server: Server;
  readonly categoryId?: string;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const navigate = useNavigate();
  const name = createField("");
  const type = createField<"Text" | "Voice">("Text");
  const categoryId = createField(props.categoryId ?? ungrouped);
  const categories = () => props.server.categories.filter(({ id }) => id !== ungrouped);

  async function create(): Promise<void> {
    const draft = { name: name.value.trim(), type: type.value };
    const channel = await client.api.post(`/servers/${props.server.id}/channels`, draft);
    client.change((state) => {
      state.channels[channel._id] ??= channel;
    });
    if (categoryId.value !== ungrouped) {
      const layout = serverLayout(props.server);
      await saveLayout(client, props.server, moveChannel(layout, channel._id, { groupId: categoryId.value }));
    }
    navigate(`/server/${props.server.id}/channel/${channel._id}`);
  }

  return (
    <FormDialog
      title={t().servers.createChannel}
      action={t().servers.createChannel}
      isReady={name.value.trim() !== ""}
      onSubmit={create}
      onClose={props.onClose}
    >
      <TextField label={t().servers.channelName} {...name} required maxlength={32} />
      <Select
        label={t().servers.channelType}
        choices={[
          { value: "Text", label: t().servers.textChannel },
          { value: "Voice", label: t().servers.voiceChannel },
        ]}
        {...type}
      />
      <Select
        label={t().servers.category}
        choices={[
          { value: ungrouped, label: t().servers.noCategory },
          ...categories().map(({ id, title }) => ({ value: id, label: title })),
        ]}
        {...categoryId}
      />
    </FormDialog>
  );
}
