import { useSearchParams } from "@solidjs/router";
import { createMemo, lazy, Show } from "solid-js";
import { useClient } from "../session/context.tsx";
import { peopleWith } from "../users/relations.ts";

const HomePage = lazy(() => import("../friends/home-page.tsx"));
const WelcomePage = lazy(() => import("./welcome-page.tsx"));

/** The friends of the user, or what somebody can do who has nobody and nothing here yet. */
export default function Home() {
  const client = useClient();
  const [params] = useSearchParams<{ tab?: string }>();
  const isNew = createMemo(
    () =>
      client.servers.list().length === 0 &&
      client.channels.list().every(({ type }) => type === "SavedMessages") &&
      peopleWith(client, "Friend", "Incoming", "Outgoing", "Blocked").length === 0,
  );
  return (
    <Show when={isNew() && !params.tab} fallback={<HomePage />}>
      <WelcomePage />
    </Show>
  );
}
