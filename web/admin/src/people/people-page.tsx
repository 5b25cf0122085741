import { A, useNavigate, useSearchParams } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import type { Column } from "@ui/table.tsx";
import { createEffect, createSignal, on, Show } from "solid-js";
import { withQuery } from "../api/call.ts";
import type { AdminUser } from "../api/types.ts";
import { AddressSearch } from "../components/address-search.tsx";
import { avatarUrl } from "../components/images.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { formatDay } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { fullName } from "./names.ts";
import own from "./people-page.module.css";
import { PersonState } from "./person-state.tsx";

export default function PeoplePage() {
  const [search] = useSearchParams<{ query?: string; after?: string }>();
  const navigate = useNavigate();
  const path = () =>
    withQuery("/admin/users", { query: search.query, after: search.after, limit: String(pageSize) });
  const load = createLoad<AdminUser[]>(path);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  createEffect(on(path, () => setChosen(new Set<string>()), { defer: true }));
  const isReady = () => load.resource.state === "ready";
  const listed = () =>
    isReady() || load.resource.state === "refreshing" ? (load.resource.latest ?? []) : [];
  const chosenUsers = () => (isReady() ? listed().filter(({ _id }) => chosen().has(_id)) : []);

  const columns = (): Column<AdminUser>[] => [
    {
      id: "name",
      label: t().people.name,
      cell: (user) => (
        <A class={own.person} href={`/people/${user._id}`}>
          <Avatar name={user.display_name ?? user.username} url={avatarUrl(user)} size={32} />
          <span class={own.names}>
            <span class={own.name} dir="auto">
              {user.display_name ?? user.username}
            </span>
            <span class={styles.small} dir="ltr">
              {fullName(user)}
            </span>
          </span>
        </A>
      ),
      sortBy: (user) => (user.display_name ?? user.username).toLocaleLowerCase(),
    },
    {
      id: "email",
      label: t().people.email,
      cell: (user) => user.account?.email ?? "–",
      sortBy: (user) => user.account?.email ?? "",
    },
    { id: "state", label: t().people.state, cell: (user) => <PersonState user={user} /> },
    {
      id: "created",
      label: t().common.created,
      cell: (user) => formatDay(user.created_at),
      sortBy: (user) => user.created_at,
      isNumber: true,
    },
  ];

  return (
    <Page title={t().people.title}>
      <div class={styles.toolbar}>
        <AddressSearch label={t().people.search} />
      </div>
      <Show when={listed().length > 0}>
        <BulkBar
          users={chosenUsers()}
          onClear={() => setChosen(new Set<string>())}
          onDone={() => load.reload()}
        />
      </Show>
      <ListView
        label={t().people.title}
        load={load}
        columns={columns()}
        keyOf={(user) => user._id}
        nameOf={fullName}
        onOpen={(user) => navigate(`/people/${user._id}`)}
        selection={{
          keys: chosen(),
          onChange: setChosen,
          allLabel: t().common.selectAll,
          rowLabel: t().common.select,
        }}
        empty={{ title: t().people.empty, hint: t().people.emptyHint }}
        isFiltered={Boolean(search.query ?? search.after)}
        cursor="after"
      />
    </Page>
  );
}
