import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import type { Channel, ChannelWebhook } from "stoat.js";
import { FormDialog } from "../../app/form-dialog.tsx";
import { useClient } from "../../session/context.tsx";
import { imageChanges } from "../../settings/change-image.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";
import { t } from "../../texts/texts.ts";

/** Makes a webhook, or changes its name and picture. */
export function WebhookDialog(props: {
  readonly channel: Channel;
  readonly webhook?: ChannelWebhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const [name, setName] = createSignal(props.webhook?.name ?? "");
  const [avatar, setAvatar] = createSignal<ImageChange>();

  async function save(): Promise<void> {
    const webhook = props.webhook;
    if (!webhook) await props.channel.createWebhook(name().trim());
    else {
      const images = await imageChanges(client, [
        { change: avatar(), tag: "avatars", field: "avatar", remove: "Avatar" },
      ]);
      const renamed = name().trim() !== webhook.name && { name: name().trim() };
      await webhook.edit({ ...images.fields, ...renamed, remove: images.remove });
      // The library keeps what the answer does not mention.
      if (avatar() === "removed")
        client.channelWebhooks.updateUnderlyingObject(webhook.id, "avatar", undefined);
    }
    props.onChanged();
  }

  return (
    <FormDialog
      title={props.webhook ? t().webhooks.edit(props.webhook.name) : t().webhooks.create}
      action={props.webhook ? t().common.save : t().webhooks.create}
      isReady={name().trim() !== ""}
      onSubmit={save}
      onClose={props.onClose}
    >
      <TextField
        label={t().webhooks.name}
        value={name()}
        onInput={setName}
        required
        input={{ maxlength: 32, autocomplete: "off" }}
      />
      <Show when={props.webhook}>
        {(webhook) => (
          <ImageField
            label={t().webhooks.avatar}
            url={webhook().avatarURL}
            change={avatar()}
            shape="square"
            onChange={setAvatar}
          />
        )}
      </Show>
    </FormDialog>
  );
}
