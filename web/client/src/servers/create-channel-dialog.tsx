import { useNavigate } from "@solidjs/router";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
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
  const [name, setName] = createSignal("");
  const [type, setType] = createSignal<"Text" | "Voice">("Text");
  const [categoryId, setCategoryId] = createSignal(props.categoryId ?? ungrouped);
  const categories = () => props.server.categories.filter(({ id }) => id !== ungrouped);

  async function create(): Promise<void> {
    const draft = { name: name().trim(), type: type() };
    const channel = await client.api.post(`/servers/${props.server.id}/channels`, draft);
    client.change((state) => {
      state.channels[channel._id] ??= channel;
    });
    if (categoryId() !== ungrouped) {
      const layout = serverLayout(props.server);
      await saveLayout(client, props.server, moveChannel(layout, channel._id, { groupId: categoryId() }));
    }
    navigate(`/server/${props.server.id}/channel/${channel._id}`);
  }

  return (
    <FormDialog
      title={t().servers.createChannel}
      action={t().servers.createChannel}
      isReady={name().trim() !== ""}
      onSubmit={create}
      onClose={props.onClose}
    >
      <TextField
        label={t().servers.channelName}
        value={name()}
        onInput={setName}
        required
        input={{ maxlength: 32, autocomplete: "off" }}
      />
      <Select
        label={t().servers.channelType}
        choices={[
          { value: "Text", label: t().servers.textChannel },
          { value: "Voice", label: t().servers.voiceChannel },
        ]}
        value={type()}
        onChange={setType}
      />
      <Select
        label={t().servers.category}
        choices={[
          { value: ungrouped, label: t().servers.noCategory },
          ...categories().map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={categoryId()}
        onChange={setCategoryId}
      />
    </FormDialog>
  );
}
