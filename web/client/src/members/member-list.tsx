import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { Skeleton } from "@ui/state.tsx";
import { createEffect, createMemo, Match, on, onCleanup, Show, Switch } from "solid-js";
import { ComponentBoundary, LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { useConnection } from "../session/context.tsx";
import { presenceOf } from "../users/presence.ts";
import { groupOf, MemberGroups, offlineGroup, onlineGroup } from "./member-groups.ts";
import styles from "./member-list.module.css";
import { useMemberPanel } from "./member-panel.ts";
import { MemberRows } from "./member-rows.tsx";
import { openRoster, renewSubscription } from "./open-rosters.ts";

const renewAfterMs = 10 * 60_000;

/** The people of a channel at its end: the members of its server, or the recipients of a group. */
export function MemberList(props: { readonly channel: Channel }) {
  const members = useMemberPanel();
  const connection = useConnection();
  const server = () => props.channel.server;
  createEffect(() => {
    const id = props.channel.serverId;
    // With every new connection the subscription begins again.
    if (!id || connection.state() !== "online") return;
    if (members.isShown(props.channel.id)) openRoster(connection, id);
    renewSubscription(connection, id);
    const timer = setInterval(() => renewSubscription(connection, id), renewAfterMs);
    onCleanup(() => clearInterval(timer));
  });
  const isKnownKind = () => Boolean(server()) || props.channel.type === "Group";
  return (
    <Show when={isKnownKind() && members.isShown(props.channel.id)}>
      <button
        type="button"
        class={styles.backdrop}
        aria-label={t().people.hideMembers}
        onClick={() => members.show(false)}
      />
      <aside class={styles.members} aria-label={t().frame.members}>
        <header class={styles.header}>
          <h2 class={styles.title}>{t().frame.members}</h2>
          <IconButton icon={X} label={t().common.close} onClick={() => members.show(false)} />
        </header>
        <ComponentBoundary>
          <Show when={server()} fallback={<GroupMemberList channel={props.channel} />}>
            {(found) => <ServerMemberList server={found()} />}
          </Show>
        </ComponentBoundary>
      </aside>
    </Show>
  );
}

function ServerMemberList(props: { readonly server: Server }) {
  const connection = useConnection();
  const roster = createMemo(
    on(
      () => props.server.id,
      (id) => openRoster(connection, id),
    ),
  );
  return (
    <Switch fallback={<Skeleton shape="people" lines={12} label={t().common.loading} />}>
      <Match when={roster().state() === "failed" && roster().rows().length === 0}>
        <LoadFailure error={roster().error()} onRetry={() => void roster().load()} />
      </Match>
      <Match when={roster().rows().length}>
        <MemberRows rows={roster().rows()} server={props.server} introduce={(id) => roster().introduce(id)} />
      </Match>
    </Switch>
  );
}

const groupsOfRecipients = [onlineGroup, offlineGroup];

function GroupMemberList(props: { readonly channel: Channel }) {
  const { client, generation } = useConnection();
  createEffect(
    on(generation, () => {
      // Recipients who are not friends are unknown until they are fetched; until then the list shows the others.
      client.api
        .get(`/channels/${props.channel.id}/members`)
        .then((users) => client.learn({ users }, true))
        .catch(() => undefined);
    }),
  );
  const rows = createMemo(() => {
    const groups = new MemberGroups(groupsOfRecipients);
    for (const user of props.channel.recipients) {
      const isOnline = presenceOf(user) !== "offline";
      groups.set(user.id, user.displayName, groupOf(groupsOfRecipients, { roles: [], isOnline }));
    }
    return groups.rows();
  });
  return <MemberRows rows={rows()} channel={props.channel} />;
}
