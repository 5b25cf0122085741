import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Ban } from "@ui/icons.ts";
import { latestOf } from "@ui/loaded.tsx";
import { EmptyState } from "@ui/state.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import type { BannedUser, ServerBan } from "../../../../protocol/types.ts";
import { attempt } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { avatarUrl } from "../../model/files.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { sharedForMs, useSharedList } from "../../session/fetch-once.ts";
import { Loaded, Row } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";

interface NamedBan extends ServerBan {
  readonly user: BannedUser | undefined;
}

/** Who is banned and why, with the way back. */
export default function BansPage(props: { readonly server: Server }) {
  const client = useClient();
  const query = createField("");
  const [bans, { refetch }] = useSharedList(
    () => `bans ${props.server.id}`,
    async (): Promise<readonly NamedBan[]> => {
      const { bans, users } = await client.api.get(`/servers/${props.server.id}/bans`);
      const byId = new Map(users.map((user) => [user._id, user]));
      return bans.map((ban) => ({ ...ban, user: byId.get(ban._id.user) }));
    },
    sharedForMs,
  );
  const nameOf = ({ user, _id }: NamedBan) => (user ? `${user.username}#${user.discriminator}` : _id.user);
  const shown = () =>
    (latestOf(bans) ?? []).filter((ban) =>
      nameOf(ban).toLocaleLowerCase().includes(query.value.trim().toLocaleLowerCase()),
    );

  const unban = (ban: NamedBan) =>
    attempt(async () => {
      await client.api.delete(`/servers/${ban._id.server}/bans/${ban._id.user}`);
      notify(t().bans.lifted(nameOf(ban)));
      await refetch();
    });

  return (
    <div class={styles.page}>
      <Loaded resource={bans} onRetry={() => void refetch()}>
        {(all) => (
          <Show
            when={all().length > 0}
            fallback={
              <EmptyState icon={Ban} title={t().bans.none}>
                {t().bans.noneHint}
              </EmptyState>
            }
          >
            <TextField label={t().bans.search} type="search" {...query} />
            <ul class={styles.list}>
              <For each={shown()} fallback={<li class={styles.row}>{t().bans.nobody}</li>}>
                {(ban) => (
                  <Row
                    icon={
                      <Avatar
                        name={nameOf(ban)}
                        url={avatarUrl(client.addresses, ban._id.user, ban.user?.avatar)}
                        size={32}
                      />
                    }
                    title={nameOf(ban)}
                    detail={ban.reason || t().bans.noReason}
                  >
                    <Button onClick={() => void unban(ban)}>{t().bans.lift}</Button>
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
    </div>
  );
}
