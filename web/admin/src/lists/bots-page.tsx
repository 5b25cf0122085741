import { A, useSearchParams } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import type { Column } from "@ui/table.tsx";
import { withQuery } from "../api/call.ts";
import type { AdminBot } from "../api/types.ts";
import { AddressSearch } from "../components/address-search.tsx";
import { avatarUrl } from "../components/images.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { PersonLink } from "../components/values.tsx";
import { formatDay } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import { fullName } from "../people/names.ts";
import person from "../people/people-page.module.css";

export default function BotsPage() {
  const [search] = useSearchParams<{ query?: string; after?: string }>();
  const load = createLoad<AdminBot[]>(() =>
    withQuery("/admin/bots", { query: search.query, after: search.after, limit: String(pageSize) }),
  );
  const columns = (): Column<AdminBot>[] => [
    {
      id: "name",
      label: t().bots.name,
      cell: (bot) => (
        <A class={person.person} href={`/people/${bot._id}`}>
          <Avatar name={bot.username} url={avatarUrl(bot)} size={32} />
          <span class={person.name} dir="auto">
            {fullName(bot)}
          </span>
        </A>
      ),
      sortBy: ({ username }) => username.toLocaleLowerCase(),
    },
    {
      id: "owner",
      label: t().bots.owner,
      cell: (bot) => <PersonLink id={bot.owner} name={bot.owner_name} />,
      sortBy: ({ owner_name }) => owner_name.toLocaleLowerCase(),
    },
    {
      id: "access",
      label: t().bots.access,
      cell: (bot) => (bot.public ? t().bots.everybody : t().bots.ownerOnly),
      sortBy: (bot) => (bot.public ? 1 : 0),
    },
    {
      id: "created",
      label: t().common.created,
      cell: (bot) => formatDay(bot.created_at),
      sortBy: ({ created_at }) => created_at,
      isNumber: true,
    },
  ];
  return (
    <Page title={t().bots.title}>
      <div class={styles.toolbar}>
        <AddressSearch label={t().bots.search} />
      </div>
      <ListView
        label={t().bots.title}
        load={load}
        columns={columns()}
        keyOf={(bot) => bot._id}
        empty={{ title: t().bots.empty, hint: t().bots.emptyHint }}
        isFiltered={Boolean(search.query ?? search.after)}
        cursor="after"
      />
    </Page>
  );
}
