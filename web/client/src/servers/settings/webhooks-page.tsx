import { Select } from "@ui/select.tsx";
import { createSignal, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import type { Server } from "../../model/server.ts";
import styles from "../../settings/page.module.css";
import { WebhookList } from "./webhook-list.tsx";

/** The webhooks of a channel, or of a server, one channel at a time: the protocol has no list of all. */
export default function WebhooksPage(props: { readonly server?: Server; readonly channel?: Channel }) {
  const channels = () =>
    (props.server?.orderedChannels ?? [])
      .flatMap(({ channels }) => channels)
      .filter((channel) => channel.havePermission("ManageWebhooks"));
  const [chosen, setChosen] = createSignal<string>();
  const channel = () => props.channel ?? channels().find(({ id }) => id === chosen()) ?? channels()[0];
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().webhooks.hint}</p>
      <Show when={channel()}>
        {(shown) => (
          <>
            <Show when={props.server}>
              <Select
                label={t().webhooks.channel}
                choices={channels().map(({ id, name }) => ({ value: id, label: `# ${name}` }))}
                value={shown().id}
                onChange={setChosen}
              />
            </Show>
            <WebhookList channel={shown()} />
          </>
        )}
      </Show>
    </div>
  );
}
