import { Avatar } from "@ui/avatar.tsx";
import { createField } from "@ui/create-field.ts";
import { ContextMenu, MoreMenu } from "@ui/menu.tsx";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createMemo, createSignal, For, Show } from "solid-js";
import { language, t } from "../../i18n/i18n.ts";
import { useMembers } from "../../members/member-counts.ts";
import type { Member } from "../../model/member.ts";
import type { Server } from "../../model/server.ts";
import { userMenuEntries } from "../../profile/user-menu.ts";
import { useClient } from "../../session/context.tsx";
import { Loaded } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import { shortDay } from "../../users/dates.ts";
import own from "./members-page.module.css";

/** How many lines are rendered at first, and with each press of the button. */
const step = 100;
const anyRole = "";

/** The members of a server, by name and role, with what can be done with each. */
export default function MembersPage(props: { readonly server: Server }) {
  const { fetched, refetch, members } = useMembers(() => props.server);
  const query = createField("");
  const role = createField(anyRole);
  const [limit, setLimit] = createSignal(step);
  const found = createMemo(() => {
    const wanted = query.value.trim().toLocaleLowerCase();
    return members()
      .filter((member) => role.value === anyRole || member.roles.includes(role.value))
      .filter((member) => namesOf(member).some((name) => name.toLocaleLowerCase().includes(wanted)))
      .sort((a, b) => (a.displayName ?? "").localeCompare(b.displayName ?? "", language()));
  });
  return (
    <div class={`${styles.page} ${styles.wide}`}>
      <div class={styles.actions}>
        <div class={styles.grow}>
          <TextField label={t().membersPage.search} type="search" {...query} />
        </div>
        <div class={styles.grow}>
          <Select
            label={t().membersPage.role}
            choices={[
              { value: anyRole, label: t().membersPage.anyRole },
              ...props.server.orderedRoles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...role}
          />
        </div>
      </div>
      <Loaded resource={fetched} onRetry={() => void refetch()}>
        {() => (
          <>
            <p class={styles.hint} role="status">
              {t().membersPage.count(found().length)}
            </p>
            <div class={own.scroll}>
              <table class={own.table}>
                <thead>
                  <tr>
                    <th>{t().membersPage.name}</th>
                    <th>{t().membersPage.roles}</th>
                    <th class={own.date}>{t().membersPage.joined}</th>
                    <th>
                      <span class="visually-hidden">{t().membersPage.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  <For each={found().slice(0, limit())}>
                    {(member) => <MemberRow member={member} server={props.server} />}
                  </For>
                </tbody>
              </table>
            </div>
            <Show when={found().length > limit()}>
              <button type="button" class={own.more} onClick={() => setLimit((now) => now + step)}>
                {t().membersPage.more}
              </button>
            </Show>
          </>
        )}
      </Loaded>
    </div>
  );
}

function MemberRow(props: { readonly member: Member; readonly server: Server }) {
  const client = useClient();
  const name = () => props.member.displayName ?? t().servers.somebody;
  const roles = () =>
    [...props.member.orderedRoles]
      .reverse()
      .map(({ name }) => name)
      .filter(Boolean)
      .join(", ");
  const entries = () => (props.member.user ? userMenuEntries(client, props.member.user, props.server) : []);
  return (
    <tr>
      <td>
        <ContextMenu entries={entries}>
          <span class={own.person}>
            <Avatar name={name()} url={props.member.avatarURL} size={32} />
            <span class={styles.rowText}>
              <bdi class={styles.rowTitle}>{name()}</bdi>
              <span class={`${styles.rowDetail} ${own.tag}`}>
                <bdi class={own.username}>{props.member.user?.username}</bdi>
                {`#${props.member.user?.discriminator}`}
              </span>
            </span>
          </span>
        </ContextMenu>
      </td>
      <td class={own.roles} data-none={roles() ? undefined : ""} dir="auto">
        {roles() || "–"}
      </td>
      <td class={own.date}>{shortDay(props.member.joinedAt)}</td>
      <td>
        <Show when={entries().length > 0}>
          <MoreMenu entries={entries} label={t().membersPage.actionsFor(name())} />
        </Show>
      </td>
    </tr>
  );
}

function namesOf({ nickname, user }: Member): string[] {
  return [nickname, user?.displayName, user?.username].filter((name) => name !== undefined);
}
