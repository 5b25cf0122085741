import { useLocation, useNavigate, useParams } from "@solidjs/router";
import { createEffect, type JSX, lazy, Match, on, Show, Suspense, Switch } from "solid-js";
import { ConversationList } from "../channels/conversation-list.tsx";
import { ServerChannelList } from "../channels/server-channel-list.tsx";
import { conversationsOf } from "../components/channels.tsx";
import { Dialogs } from "../components/dialogs.tsx";
import { useDrawer } from "../components/drawer.ts";
import { ComponentBoundary, FailureBoundary } from "../components/failure.tsx";
import { registerNavigator } from "../components/navigation.ts";
import { listenToShortcuts, type ShortcutActions } from "../components/shortcuts.ts";
import { t } from "../i18n/i18n.ts";
import { notifyOfMessages } from "../notifications/notify-of-messages.ts";
import { listWidth } from "../preferences/preferences.ts";
import { openProfilesByClick } from "../profile/open-profile.tsx";
import { ServerRail } from "../servers/server-rail.tsx";
import type { Client } from "../session/client.ts";
import { useClient, useConnection } from "../session/context.tsx";
import { useLastPath } from "../settings/last-path.ts";
import { useServerOrder } from "../settings/server-order.ts";
import { OwnUser } from "../status/own-user.tsx";
import { CallBar } from "../voice/call-bar.tsx";
import styles from "./frame.module.css";
import { ListResizer } from "./list-resizer.tsx";

/** What is around every page: the rail of servers, the list of channels, and the page itself. */
export function Frame(props: { readonly children: JSX.Element }) {
  const params = useParams<{ server?: string }>();
  const location = useLocation();
  const connection = useConnection();
  const drawer = useDrawer();
  const [, setLastPath] = useLastPath();
  const client = useClient();
  const server = () => (params.server === undefined ? undefined : client.servers.get(params.server));
  notifyOfMessages();
  openProfilesByClick(server);
  registerNavigator(client, useNavigate());
  const isSettings = () => /\/settings(\/|$)/.test(location.pathname);
  createEffect(
    on(
      () => location.pathname,
      (path) => {
        drawer.close();
        if (!isSettings()) setLastPath(path);
      },
    ),
  );
  return (
    <div
      class={styles.frame}
      data-alone={isSettings() ? "" : undefined}
      style={{ "--list-width": `${listWidth()}px` }}
    >
      <section class={styles.lists} data-open={drawer.isOpen() ? "" : undefined} aria-label={t().frame.lists}>
        <ServerRail />
        <div class={styles.column}>
          <ComponentBoundary address={location.pathname}>
            <Show when={server()} fallback={<ConversationList />}>
              {(found) => <ServerChannelList server={found()} />}
            </Show>
          </ComponentBoundary>
          <CallBar place="lists" />
          <OwnUser />
        </div>
        <ListResizer />
      </section>
      <Show when={drawer.isOpen()}>
        <button type="button" class={styles.backdrop} aria-label={t().common.close} onClick={drawer.close} />
      </Show>
      <main class={styles.page}>
        <Show when={connection.state() === "offline"}>
          <p class={styles.offline} role="status">
            {t().common.offline}
          </p>
        </Show>
        <CallBar place="page" isAlone={isSettings()} />
        <FailureBoundary address={location.pathname}>{props.children}</FailureBoundary>
      </main>
      <Panels />
      <Show when={client.state.policies.length > 0}>
        <Suspense>
          <PolicyChanges />
        </Suspense>
      </Show>
      <Dialogs />
    </div>
  );
}

const PolicyChanges = lazy(() => import("./policy-changes.tsx"));
const QuickSwitcher = lazy(() => import("./quick-switcher.tsx"));
const KeyboardPage = lazy(() => import("../components/keyboard-page.tsx"));

/** What keys of the whole client open above any page. */
function Panels() {
  const { panel, close } = listenToShortcuts(createSteps(useClient()));
  return (
    <Suspense>
      <Switch>
        <Match when={panel() === "switcher"}>
          <QuickSwitcher onClose={close} />
        </Match>
        <Match when={panel() === "keyboard"}>
          <KeyboardPage onClose={close} />
        </Match>
      </Switch>
    </Suspense>
  );
}

/** Moves through channels and servers in the order in which the lists show them. */
function createSteps(client: Client): ShortcutActions {
  const location = useLocation();
  const navigate = useNavigate();
  const order = useServerOrder();
  const serverId = () => /^\/server\/([^/]+)/.exec(location.pathname)?.[1];

  function channels() {
    const server = client.servers.get(serverId() ?? "");
    if (server) return server.orderedChannels.flatMap((category) => category.channels);
    return conversationsOf(client);
  }

  return {
    step(by, onlyUnread) {
      const all = channels();
      const count = all.length;
      const open = all.findIndex(({ path }) => location.pathname.startsWith(path));
      // Outside of the list, the first step leads to one of its ends.
      const at = open < 0 && by < 0 ? 0 : open;
      for (let offset = 1; offset <= count; offset += 1) {
        const next = all[(at + by * offset + count * 2) % count];
        if (next && (!onlyUnread || next.unread)) {
          navigate(next.path);
          return;
        }
      }
    },
    stepServer(by) {
      const paths = ["/", ...order.servers().map(({ path }) => path)];
      const at = paths.indexOf(`/server/${serverId()}`);
      navigate(paths[(Math.max(0, at) + by + paths.length) % paths.length] ?? "/");
    },
    openSettings: () => navigate("/settings"),
  };
}
