import { A, useSearchParams } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import type { Column } from "@ui/table.tsx";
import { withQuery } from "../api/call.ts";
import type { AdminServer } from "../api/types.ts";
import { AddressSearch } from "../components/address-search.tsx";
import { iconUrl } from "../components/images.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { PersonLink } from "../components/values.tsx";
import { formatDay, formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import person from "../people/people-page.module.css";
import { ServerFlags } from "./server-flags.tsx";

export default function ServersPage() {
  const [search] = useSearchParams<{ query?: string; after?: string }>();
  const load = createLoad<AdminServer[]>(() =>
    withQuery("/admin/servers", { query: search.query, after: search.after, limit: String(pageSize) }),
  );
  const columns = (): Column<AdminServer>[] => [
    {
      id: "name",
      label: t().servers.name,
      cell: (server) => (
        <A class={person.person} href={`/servers/${server._id}`}>
          <Avatar name={server.name} url={iconUrl(server)} size={32} square />
          <span class={person.name} dir="auto">
            {server.name}
          </span>
        </A>
      ),
      sortBy: ({ name }) => name.toLocaleLowerCase(),
    },
    {
      id: "owner",
      label: t().servers.owner,
      cell: (server) => <PersonLink id={server.owner} name={server.owner_name} />,
    },
    { id: "flags", label: t().servers.flags, cell: (server) => <ServerFlags flags={server.flags} /> },
    {
      id: "members",
      label: t().servers.members,
      cell: (server) => formatNumber(server.members),
      sortBy: ({ members }) => members,
      isNumber: true,
    },
    {
      id: "created",
      label: t().common.created,
      cell: (server) => formatDay(server.created_at),
      sortBy: ({ created_at }) => created_at,
      isNumber: true,
    },
  ];
  return (
    <Page title={t().servers.title}>
      <div class={styles.toolbar}>
        <AddressSearch label={t().servers.search} />
      </div>
      <ListView
        label={t().servers.title}
        load={load}
        columns={columns()}
        keyOf={(server) => server._id}
        empty={{ title: t().servers.empty, hint: t().servers.emptyHint }}
        isFiltered={Boolean(search.query ?? search.after)}
        cursor="after"
      />
    </Page>
  );
}
