import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Copy, Pencil, Trash, Webhook as WebhookIcon } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { createResource, For, Show } from "solid-js";
import type { Webhook } from "../../../../protocol/types.ts";
import { copyText } from "../../components/copy-text.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { ConfirmDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import { useClient, useConnection } from "../../session/context.tsx";
import { fetchOnce, sharedForMs } from "../../session/fetch-once.ts";
import { apiUrl } from "../../session/server.ts";
import { Loaded } from "../../settings/loaded.tsx";
import styles from "../../settings/page.module.css";
import { WebhookDialog, webhookAvatarUrl } from "./webhook-dialog.tsx";

/** The webhooks of a channel: made, changed, copied and deleted. */
export function WebhookList(props: { readonly channel: Channel }) {
  const connection = useConnection();
  const { client, generation } = connection;
  const [webhooks, { refetch }] = createResource(
    () => ({ channel: props.channel, generation: generation() }),
    ({ channel }: { channel: Channel }, { refetching }: { refetching: unknown }) =>
      fetchOnce(client, {
        key: `webhooks ${channel.id}`,
        maxAgeMs: sharedForMs,
        isForced: refetching !== false,
        fetch: () => client.api.get(`/channels/${channel.id}/webhooks`),
      }),
  );
  const changed = () => void refetch();
  return (
    <section class={styles.section}>
      <div class={styles.actions}>
        <Button
          onClick={() =>
            openDialog((close) => (
              <WebhookDialog channel={props.channel} onChanged={changed} onClose={close} />
            ))
          }
        >
          {t().webhooks.create}
        </Button>
      </div>
      <Loaded resource={webhooks} onRetry={changed}>
        {(list) => (
          <Show
            when={list().length > 0}
            fallback={<EmptyState icon={WebhookIcon} title={t().webhooks.none} />}
          >
            <ul class={styles.list}>
              <For each={list()}>
                {(webhook) => <WebhookRow webhook={webhook} channel={props.channel} onChanged={changed} />}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
    </section>
  );
}

function WebhookRow(props: {
  readonly webhook: Webhook;
  readonly channel: Channel;
  readonly onChanged: () => void;
}) {
  const client = useClient();
  return (
    <li class={styles.row}>
      <Avatar name={props.webhook.name} url={webhookAvatarUrl(client, props.webhook)} size={32} />
      <div class={styles.rowText}>
        <span class={styles.rowTitle} dir="auto">
          {props.webhook.name}
        </span>
      </div>
      {/* The server cannot show a token whose key is lost. */}
      <Show when={props.webhook.token}>
        {(token) => (
          <IconButton
            icon={Copy}
            label={t().webhooks.copyUrl(props.webhook.name)}
            onClick={() => void copyText(`${apiUrl}/webhooks/${props.webhook.id}/${token()}`)}
          />
        )}
      </Show>
      <IconButton
        icon={Pencil}
        label={t().webhooks.edit(props.webhook.name)}
        onClick={() =>
          openDialog((close) => (
            <WebhookDialog
              channel={props.channel}
              webhook={props.webhook}
              onChanged={props.onChanged}
              onClose={close}
            />
          ))
        }
      />
      <IconButton
        icon={Trash}
        label={t().webhooks.delete(props.webhook.name)}
        onClick={() =>
          openDialog((close) => (
            <ConfirmDialog
              title={t().webhooks.delete(props.webhook.name)}
              description={t().webhooks.deleteHint}
              action={t().common.delete}
              onConfirm={async () => {
                await client.api.delete(`/webhooks/${props.webhook.id}`);
                props.onChanged();
              }}
              onClose={close}
            />
          ))
        }
      />
    </li>
  );
}
