import { Navigate, useLocation, useSearchParams } from "@solidjs/router";
import { createMemo, lazy, Show, Suspense } from "solid-js";
import styles from "../channels/channel-page.module.css";
import { ComponentBoundary } from "../components/failure.tsx";
import { homePanel, usePanel } from "../components/panel-state.ts";
import { listenToSearchKey } from "../search/search-key.ts";
import { aloneServer } from "../servers/community-bar.tsx";
import { useClient } from "../session/context.tsx";
import { peopleWith } from "../users/relations.ts";

const HomePage = lazy(() => import("../friends/home-page.tsx"));
const WelcomePage = lazy(() => import("./welcome-page.tsx"));
const SearchPanel = lazy(() => import("../search/search-panel.tsx"));

/** The community of the host where it is shown alone; else the friends of the user, or what somebody can do who has nobody and nothing here yet. */
export default function Home() {
  const client = useClient();
  const location = useLocation();
  const [params] = useSearchParams<{ tab?: string }>();
  const alone = () => (location.pathname === "/" && !params.tab ? aloneServer(client) : undefined);
  const isNew = createMemo(
    () =>
      client.servers.list().length === 0 &&
      client.channels.list().every(({ type }) => type === "SavedMessages") &&
      peopleWith(client, "Friend", "Incoming", "Outgoing", "Blocked").length === 0,
  );
  return (
    <Show
      when={alone()}
      fallback={
        <div class={styles.split}>
          <div class={styles.conversation}>
            <Show when={isNew() && !params.tab} fallback={<HomePage />}>
              <WelcomePage />
            </Show>
          </div>
          <HomeSearch />
        </div>
      }
    >
      {(server) => <Navigate href={server().path} />}
    </Show>
  );
}

/** The search of everything that one can read. */
function HomeSearch() {
  const panel = usePanel();
  listenToSearchKey(() => panel.open("search", homePanel));
  return (
    <ComponentBoundary address={panel.kindIn(homePanel)}>
      <Suspense>
        <Show when={panel.kindIn(homePanel) === "search"}>
          <SearchPanel />
        </Show>
      </Suspense>
    </ComponentBoundary>
  );
}
