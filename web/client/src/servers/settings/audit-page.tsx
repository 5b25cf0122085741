import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { ScrollText } from "@ui/icons.ts";
import { latestOf } from "@ui/loaded.tsx";
import { Select } from "@ui/select.tsx";
import { EmptyState } from "@ui/state.tsx";
import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { decodeTime } from "ulid";
import type { AuditLogEntry } from "../../../../protocol/types.ts";
import { createBusy } from "../../components/attempt.ts";
import { entriesOf } from "../../components/entries-of.ts";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import type { Client } from "../../session/client.ts";
import { useConnection } from "../../session/context.tsx";
import { fetchOnce, sharedForMs } from "../../session/fetch-once.ts";
import { Loaded } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import { longDate } from "../../users/dates.ts";

/** Who changed what, by person and kind. */
export default function AuditPage(props: { readonly server: Server }) {
  const { client } = useConnection();
  const [filter, setFilter] = createSignal<AuditFilter>({});
  const [first, { refetch }] = createResource(filter, (wanted, { refetching }: { refetching: unknown }) =>
    fetchOnce(client, {
      key: `audit ${props.server.id} ${JSON.stringify(wanted)}`,
      maxAgeMs: sharedForMs / 2,
      isForced: refetching !== false,
      fetch: () => fetchAuditLog(client, props.server, wanted),
    }),
  );
  const [older, setOlder] = createSignal<readonly AuditLogEntry[]>([]);
  const [isBusy, run] = createBusy();
  const [isEnd, setEnd] = createSignal(false);
  const newest = () => latestOf(first) ?? [];
  const entries = createMemo(() => [...newest(), ...older()]);
  const hasMore = () => !isEnd() && newest().length === auditPage;
  /** The people that were seen so far, so that the filter offers them. */
  const people = createMemo((known: ReadonlySet<string>): ReadonlySet<string> => {
    return new Set([...known, ...entries().map(({ user }) => user)]);
  }, new Set<string>());

  function narrow(changes: { user?: string; kind?: AuditKind }): void {
    setOlder([]);
    setEnd(false);
    setFilter((now) => ({ ...now, ...changes }));
  }

  const loadOlder = () =>
    run(async () => {
      const page = await fetchAuditLog(client, props.server, { ...filter(), before: entries().at(-1)?._id });
      setOlder((all) => [...all, ...page]);
      setEnd(page.length < auditPage);
    });

  const nameOf = (id: string) =>
    props.server.getMember(id)?.displayName ?? client.users.get(id)?.displayName ?? t().servers.somebody;
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().audit.hint}</p>
      <div class={styles.actions}>
        <div class={styles.grow}>
          <Select
            label={t().audit.who}
            choices={[
              { value: "", label: t().audit.anybody },
              ...[...people()].map((id) => ({ value: id, label: nameOf(id) })),
            ]}
            value={filter().user ?? ""}
            onChange={(user) => narrow({ user: user || undefined })}
          />
        </div>
        <div class={styles.grow}>
          <Select
            label={t().audit.what}
            choices={[
              { value: "" as const, label: t().audit.anything },
              ...entriesOf(t().audit.kinds).map(([value, label]) => ({ value, label })),
            ]}
            value={filter().kind ?? ""}
            onChange={(kind) => narrow({ kind: kind || undefined })}
          />
        </div>
      </div>
      <Loaded resource={first} onRetry={() => void refetch()}>
        {() => (
          <Show
            when={entries().length > 0}
            fallback={<EmptyState icon={ScrollText} title={t().audit.none} />}
          >
            <ul class={styles.list}>
              <For each={entries()}>
                {(entry) => (
                  <li class={styles.row}>
                    <Avatar
                      name={nameOf(entry.user)}
                      url={client.users.get(entry.user)?.avatarURL}
                      size={32}
                    />
                    <div class={styles.rowText}>
                      <bdi>
                        <strong>{nameOf(entry.user)}</strong> · {kindOf(entry)}
                        <Show when={describeAuditSubject(client, entry, nameOf)}>
                          {(subject) => <> · {subject()}</>}
                        </Show>
                      </bdi>
                      <Show when={entry.reason}>
                        <bdi class={styles.rowDetail}>{t().audit.reason(entry.reason ?? "")}</bdi>
                      </Show>
                      <time class={styles.rowDetail} datetime={new Date(decodeTime(entry._id)).toISOString()}>
                        {longDate(decodeTime(entry._id))}
                      </time>
                    </div>
                  </li>
                )}
              </For>
            </ul>
            <Show when={hasMore()}>
              <div class={styles.actions}>
                <Button busy={isBusy()} onClick={() => void loadOlder()}>
                  {t().audit.older}
                </Button>
              </div>
            </Show>
          </Show>
        )}
      </Loaded>
    </div>
  );
}

/** A newer server may have kinds that have no words here. */
function kindOf({ action }: AuditLogEntry): string {
  return t().audit.kinds[action.type] ?? action.type;
}

/** What an entry is about, in words: the person, channel, role, emoji or webhook. */
function describeAuditSubject(
  client: Client,
  { action }: AuditLogEntry,
  nameOf: (userId: string) => string,
): string | undefined {
  const fields: Readonly<Record<string, unknown>> = action;
  const { name, user, author, channel, role, invite } = fields;
  const channelName = typeof channel === "string" ? client.channels.get(channel)?.name : undefined;
  const roleName =
    typeof role === "string"
      ? client.servers.list().flatMap(({ roles }) => roles.get(role)?.name ?? [])[0]
      : undefined;
  const parts = [
    typeof name === "string" ? name : undefined,
    typeof user === "string" ? nameOf(user) : undefined,
    typeof author === "string" ? nameOf(author) : undefined,
    typeof name === "string" ? undefined : roleName,
    channelName && channelName !== name ? `#\u00a0${channelName}` : undefined,
    typeof invite === "string" ? invite : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ") || undefined;
}

type AuditKind = AuditLogEntry["action"]["type"];

/** How many entries a page has. */
const auditPage = 50;

interface AuditFilter {
  readonly user?: string;
  readonly kind?: AuditKind;
  readonly before?: string;
}

/** Fetches a page of the audit log, the newest first, and remembers the people in it. */
async function fetchAuditLog(
  client: Client,
  server: Server,
  { user, kind, before }: AuditFilter,
): Promise<readonly AuditLogEntry[]> {
  const { audit_logs, users } = await client.api.get(`/servers/${server.id}/audit_logs`, {
    limit: auditPage,
    user,
    type: kind && [kind],
    before,
  });
  client.learn({ users });
  return audit_logs;
}
