import { useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Ban, type LucideIcon, SearchX, UserPlus, Users } from "@ui/icons.ts";
import { SearchField } from "@ui/search-field.tsx";
import { EmptyState } from "@ui/state.tsx";
import { createMemo, For, Show, untrack } from "solid-js";
import { PageHeader } from "../components/page-header.tsx";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import { useClient } from "../session/context.tsx";
import { presenceOf } from "../users/presence.ts";
import { peopleWith } from "../users/relations.ts";
import styles from "./home-page.module.css";
import { openAddFriend } from "./open-add-friend.ts";
import { PersonRow } from "./person-row.tsx";

const tabs = ["online", "all", "requests", "blocked"] as const;
type Tab = (typeof tabs)[number];

/** The friends of the user, open requests, and who is blocked. */
export default function HomePage() {
  const client = useClient();
  const [params, setParams] = useSearchParams<{ tab?: string }>();
  const search = createField("");
  const friends = createMemo(() => peopleWith(client, "Friend"));
  const incoming = createMemo(() => peopleWith(client, "Incoming"));
  // Requests that wait come first, and the list stays when the last of them is answered.
  const first = untrack(() => (incoming().length > 0 ? "requests" : "online"));
  const tab = (): Tab => tabs.find((known) => known === params.tab) ?? first;
  const lists: Record<Tab, () => readonly User[]> = {
    online: createMemo(() => friends().filter((user) => presenceOf(user) !== "offline")),
    all: friends,
    requests: createMemo(() => [...incoming(), ...peopleWith(client, "Outgoing")]),
    blocked: createMemo(() => peopleWith(client, "Blocked")),
  };
  /** Whether the empty list offers to add the first friend, so that no second button has to. */
  const isOffered = () => friends().length === 0 && (tab() === "online" || tab() === "all");
  const shown = createMemo(() => lists[tab()]().filter((user) => matches(user, search.value)));

  return (
    <>
      <PageHeader
        title={t().frame.friends}
        icon={<Users class={styles.icon} size={18} strokeWidth={1.75} aria-hidden="true" />}
        actions={
          <Show when={!isOffered()}>
            <Button variant="primary" onClick={openAddFriend}>
              {t().people.addFriend}
            </Button>
          </Show>
        }
      />
      <div class={styles.page}>
        <div class={styles.bar}>
          <nav class={styles.tabs} aria-label={t().frame.friends}>
            <For each={tabs}>
              {(name) => (
                <button
                  type="button"
                  class={styles.tab}
                  aria-current={tab() === name ? "page" : undefined}
                  onClick={() => setParams({ tab: name })}
                >
                  {t().people.tabs[name]}
                  <Show when={lists[name]().length}>
                    <span
                      class={styles.count}
                      data-waiting={name === "requests" && incoming().length ? "" : undefined}
                    >
                      {(name === "requests" && incoming().length) || lists[name]().length}
                    </span>
                  </Show>
                </button>
              )}
            </For>
          </nav>
          <Show when={lists[tab()]().length}>
            <SearchField label={t().people.search} {...search} />
          </Show>
        </div>
        <Show
          when={shown().length}
          fallback={
            <Nobody
              tab={tab()}
              isSearch={lists[tab()]().length > 0}
              hasFriends={friends().length > 0}
              onShowAll={() => setParams({ tab: "all" })}
            />
          }
        >
          <ul class={styles.people} aria-label={t().people.tabs[tab()]}>
            <For each={shown()}>{(user) => <PersonRow user={user} />}</For>
          </ul>
        </Show>
      </div>
    </>
  );
}

const icons: Record<Tab, LucideIcon> = { online: Users, all: UserPlus, requests: UserPlus, blocked: Ban };

function matches(user: User, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [user.displayName, `${user.username}#${user.discriminator}`].some((name) =>
    name.toLowerCase().includes(wanted),
  );
}

function Nobody(props: {
  readonly tab: Tab;
  readonly isSearch: boolean;
  readonly hasFriends: boolean;
  readonly onShowAll: () => void;
}) {
  const texts = () => {
    const { people } = t();
    if (props.isSearch) return [people.noMatch, people.noMatchHint];
    const all: Record<Tab, readonly [string, string?]> = {
      online: props.hasFriends ? [people.emptyOnline] : [people.emptyAll, people.emptyAllHint],
      all: [people.emptyAll, people.emptyAllHint],
      requests: [people.emptyRequests, people.emptyRequestsHint],
      blocked: [people.emptyBlocked, people.emptyBlockedHint],
    };
    return all[props.tab];
  };
  const action = () => {
    if (props.isSearch || (props.tab !== "online" && props.tab !== "all")) return undefined;
    return props.hasFriends
      ? { label: t().people.showAll, onClick: props.onShowAll }
      : { label: t().people.addFriendTitle, onClick: openAddFriend };
  };
  return (
    <EmptyState icon={props.isSearch ? SearchX : icons[props.tab]} title={texts()[0] ?? ""} action={action()}>
      {texts()[1]}
    </EmptyState>
  );
}
