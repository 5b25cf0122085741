import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import type { Webhook } from "../../../../protocol/types.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { fileUrl } from "../../model/files.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { imageChanges } from "../../settings/change-image.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";

/** Makes a webhook, or changes its name and image. */
export function WebhookDialog(props: {
  readonly channel: Channel;
  readonly webhook?: Webhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const name = createField(props.webhook?.name ?? "");
  const avatar = createField<ImageChange>(undefined);

  async function save(): Promise<void> {
    const webhook = props.webhook;
    if (!webhook)
      await client.api.post(`/channels/${props.channel.id}/webhooks`, { name: name.value.trim() });
    else {
      const images = await imageChanges(client, [
        { change: avatar.value, tag: "avatars", field: "avatar", remove: "Avatar" },
      ]);
      const renamed = name.value.trim() !== webhook.name && { name: name.value.trim() };
      const changes = { ...images.fields, ...renamed, remove: images.remove };
      await client.api.patch(`/webhooks/${webhook.id}`, changes);
    }
    props.onChanged();
  }

  return (
    <FormDialog
      title={props.webhook ? t().webhooks.edit(props.webhook.name) : t().webhooks.create}
      action={props.webhook ? t().common.save : t().webhooks.create}
      isReady={name.value.trim() !== ""}
      onSubmit={save}
      onClose={props.onClose}
    >
      <TextField label={t().webhooks.name} {...name} required maxlength={32} />
      <Show when={props.webhook}>
        {(webhook) => (
          <ImageField
            label={t().webhooks.avatar}
            url={webhookAvatarUrl(client, webhook())}
            {...avatar}
            shape="square"
          />
        )}
      </Show>
    </FormDialog>
  );
}

export function webhookAvatarUrl({ addresses }: Client, { avatar }: Webhook): string | undefined {
  return avatar && fileUrl(addresses, avatar);
}
