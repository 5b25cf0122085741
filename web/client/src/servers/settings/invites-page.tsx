import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Copy, Ticket, Trash } from "@ui/icons.ts";
import { latestOf } from "@ui/loaded.tsx";
import { Show } from "solid-js";
import type { Invite } from "../../../../protocol/types.ts";
import { attempt, copyText } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { sharedForMs, useSharedList } from "../../session/fetch-once.ts";
import { Loaded, Row, RowList } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import { longDate } from "../../users/dates.ts";
import { InviteDialog, invitableChannels, inviteLink } from "../invite-dialog.tsx";

/** How many can still join by an invite, and until when. */
function limitsOf({ max_uses, uses = 0, expires_at }: Invite): string[] {
  return [
    ...(max_uses === undefined ? [] : [t().invites.left(max_uses - uses)]),
    ...(expires_at === undefined ? [] : [t().invites.endsAt(longDate(Date.parse(expires_at)))]),
  ];
}

/** The invites of a server or of one of its channels. */
export default function InvitesPage(props: { readonly server: Server; readonly channel?: Channel }) {
  const client = useClient();
  const [invites, { refetch }] = useSharedList(
    () => `invites ${props.server.id}`,
    () => client.api.get(`/servers/${props.server.id}/invites`),
    sharedForMs,
  );
  const changed = () => void refetch();
  const shown = () =>
    (latestOf(invites) ?? []).filter(({ channel }) => !props.channel || channel === props.channel.id);
  const mayInvite = () =>
    props.channel ? props.channel.havePermission("InviteOthers") : invitableChannels(props.server).length > 0;
  const create = () =>
    openDialog(InviteDialog, { server: props.server, channel: props.channel, onCreated: changed });

  async function revoke({ _id }: Invite): Promise<void> {
    if (await attempt(() => client.api.delete(`/invites/${_id}`))) changed();
  }

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().invites.hint}</p>
      <section class={styles.section}>
        <Show when={mayInvite()}>
          <div class={styles.actions}>
            <Button onClick={create}>{t().servers.createInvite}</Button>
          </div>
        </Show>
        <Loaded resource={invites} onRetry={changed}>
          {() => (
            <RowList each={shown()} icon={Ticket} none={t().invites.none}>
              {(invite) => (
                <Row
                  title={invite._id}
                  isCode
                  detail={[
                    t().invites.detail({
                      channel: client.channels.get(invite.channel)?.name ?? "?",
                      creator: client.users.get(invite.creator)?.displayName ?? t().servers.somebody,
                    }),
                    ...limitsOf(invite),
                  ].join(" · ")}
                >
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
                </Row>
              )}
            </RowList>
          )}
        </Loaded>
      </section>
    </div>
  );
}
