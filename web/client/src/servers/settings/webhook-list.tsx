import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import { Copy, Pencil, Trash, Webhook as WebhookIcon } from "@ui/icons.ts";
import { DropdownMenu } from "@ui/menu.tsx";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import type { Webhook } from "../../../../protocol/types.ts";
import { copyText } from "../../components/attempt.ts";
import { openConfirm, openDialog } from "../../components/dialogs.tsx";
import { entriesOf } from "../../components/entries-of.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { fileUrl } from "../../model/files.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { sharedForMs, useSharedList } from "../../session/fetch-once.ts";
import { apiUrl } from "../../session/server.ts";
import { imageChanges } from "../../settings/change-image.ts";
import { type ImageChange, ImageField } from "../../settings/image-field.tsx";
import { Loaded, Row, RowList } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";

/** Programs that were written for another service send to an address of their own. */
const paths = { own: "", discord: "/discord", slack: "/slack", github: "/github" } as const;

/** The webhooks of a channel: made, changed, copied and deleted. */
export function WebhookList(props: { readonly channel: Channel }) {
  const client = useClient();
  const [webhooks, { refetch }] = useSharedList(
    () => `webhooks ${props.channel.id}`,
    () => client.api.get(`/channels/${props.channel.id}/webhooks`),
    sharedForMs,
  );
  const changed = () => void refetch();
  const edit = (webhook?: Webhook) =>
    openDialog(WebhookDialog, { channel: props.channel, webhook, onChanged: changed });
  const remove = ({ id, name }: Webhook) =>
    openConfirm({
      title: t().webhooks.delete(name),
      description: t().webhooks.deleteHint,
      action: t().common.delete,
      async onConfirm() {
        await client.api.delete(`/webhooks/${id}`);
        changed();
      },
    });
  return (
    <section class={styles.section}>
      <div class={styles.actions}>
        <Button onClick={() => edit()}>{t().webhooks.create}</Button>
      </div>
      <Loaded resource={webhooks} onRetry={changed}>
        {(list) => (
          <RowList each={list()} icon={WebhookIcon} none={t().webhooks.none}>
            {(webhook) => (
              <Row
                icon={<Avatar name={webhook.name} url={webhookAvatarUrl(client, webhook)} size={32} />}
                title={webhook.name}
              >
                {/* The server cannot show a token whose key is lost. */}
                <Show when={webhook.token}>
                  {(token) => (
                    <DropdownMenu
                      class={iconButton.button}
                      label={t().webhooks.copyUrl(webhook.name)}
                      entries={() =>
                        entriesOf(t().webhooks.formats).map(([format, label]) => ({
                          label,
                          onSelect: () =>
                            void copyText(`${apiUrl}/webhooks/${webhook.id}/${token()}${paths[format]}`),
                        }))
                      }
                    >
                      <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
                    </DropdownMenu>
                  )}
                </Show>
                <IconButton
                  icon={Pencil}
                  label={t().webhooks.edit(webhook.name)}
                  onClick={() => edit(webhook)}
                />
                <IconButton
                  icon={Trash}
                  label={t().webhooks.delete(webhook.name)}
                  onClick={() => remove(webhook)}
                />
              </Row>
            )}
          </RowList>
        )}
      </Loaded>
    </section>
  );
}

/** Makes a webhook, or changes its name and image. */
function WebhookDialog(props: {
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

function webhookAvatarUrl({ addresses }: Client, { avatar }: Webhook): string | undefined {
  return avatar && fileUrl(addresses, avatar);
}
