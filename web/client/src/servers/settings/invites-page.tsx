import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Copy, Ticket, Trash } from "@ui/icons.ts";
import { latestOf } from "@ui/loaded.tsx";
import { EmptyState } from "@ui/state.tsx";
import { createResource, For, Show } from "solid-js";
import type { Invite } from "../../../../protocol/types.ts";
import { attempt } from "../../components/attempt.ts";
import { copyText } from "../../components/copy-text.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import type { Server } from "../../model/server.ts";
import { useConnection } from "../../session/context.tsx";
import { fetchOnce, sharedForMs } from "../../session/fetch-once.ts";
import { Loaded } from "../../settings/loaded.tsx";
import styles from "../../settings/page.module.css";
import { InviteDialog, invitableChannels, inviteLink } from "../invite-dialog.tsx";

/** The invites of a server or of one of its channels. */
export default function InvitesPage(props: { readonly server: Server; readonly channel?: Channel }) {
  const connection = useConnection();
  const { client, generation } = connection;
  const [invites, { refetch }] = createResource(
    () => ({ server: props.server, generation: generation() }),
    ({ server }: { server: Server }, { refetching }: { refetching: unknown }) =>
      fetchOnce(client, {
        key: `invites ${server.id}`,
        maxAgeMs: sharedForMs,
        isForced: refetching !== false,
        fetch: () => client.api.get(`/servers/${server.id}/invites`),
      }),
  );
  const changed = () => void refetch();
  const shown = () =>
    (latestOf(invites) ?? []).filter(({ channel }) => !props.channel || channel === props.channel.id);
  const mayInvite = () =>
    props.channel ? props.channel.havePermission("InviteOthers") : invitableChannels(props.server).length > 0;

  async function revoke({ _id }: Invite): Promise<void> {
    if (await attempt(() => client.api.delete(`/invites/${_id}`))) changed();
  }

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().invites.hint}</p>
      <section class={styles.section}>
        <Show when={mayInvite()}>
          <div class={styles.actions}>
            <Button
              onClick={() =>
                openDialog((close) => (
                  <InviteDialog
                    server={props.server}
                    channel={props.channel}
                    onClose={() => {
                      close();
                      changed();
                    }}
                  />
                ))
              }
            >
              {t().servers.createInvite}
            </Button>
          </div>
        </Show>
        <Loaded resource={invites} onRetry={changed}>
          {() => (
            <Show when={shown().length > 0} fallback={<EmptyState icon={Ticket} title={t().invites.none} />}>
              <ul class={styles.list}>
                <For each={shown()}>
                  {(invite) => (
                    <li class={styles.row}>
                      <div class={styles.rowText}>
                        <span class={`${styles.rowTitle} ${styles.code}`}>{invite._id}</span>
                        <span class={styles.rowDetail} dir="auto">
                          {t().invites.detail({
                            channel: client.channels.get(invite.channel)?.name ?? "?",
                            creator: client.users.get(invite.creator)?.displayName ?? t().servers.somebody,
                          })}
                        </span>
                      </div>
                      <IconButton
                        icon={Copy}
                        label={t().invites.copy(invite._id)}
                        onClick={() => void copyText(inviteLink(invite._id))}
                      />
                      <IconButton
                        icon={Trash}
                        label={t().invites.revoke(invite._id)}
                        onClick={() => void revoke(invite)}
                      />
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          )}
        </Loaded>
      </section>
    </div>
  );
}
