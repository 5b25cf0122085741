import { useLocation, useNavigate, useParams } from "@solidjs/router";
import { createEffect, type JSX, lazy, on, Show, Suspense } from "solid-js";
import { ConversationList } from "../channels/conversation-list.tsx";
import { ServerChannelList } from "../channels/server-channel-list.tsx";
import { Dialogs } from "../components/dialogs.tsx";
import { useDrawer } from "../components/drawer.ts";
import { ComponentBoundary, FailureBoundary } from "../components/failure.tsx";
import { registerNavigator } from "../components/navigation.ts";
import { listenToSwipe } from "../components/swipe.ts";
import { watchMedia } from "../components/watch-media.ts";
import { t } from "../i18n/i18n.ts";
import { notifyOfMessages } from "../notifications/notify-of-messages.ts";
import { permissionQuestionOf } from "../notifications/permission.ts";
import { listWidth } from "../preferences/preferences.ts";
import { openProfilesByClick } from "../profile/open-profile.tsx";
import { aloneServer, CommunityBar } from "../servers/community-bar.tsx";
import { ServerRail } from "../servers/server-rail.tsx";
import { useClient, useConnection } from "../session/context.tsx";
import { useLastPath } from "../settings/last-path.ts";
import { becomeIdle } from "../status/idle.ts";
import { OwnUser } from "../status/own-user.tsx";
import { CallBar } from "../voice/call-bar.tsx";
import { useCall } from "../voice/context.tsx";
import styles from "./frame.module.css";
import { ListResizer } from "./list-resizer.tsx";
import { Panels } from "./panels.tsx";
import { noteRecent } from "./recent-channels.ts";

/** What is around every page: the rail of servers, the list of channels, and the page itself. */
export function Frame(props: { readonly children: JSX.Element }) {
  const params = useParams<{ server?: string }>();
  const location = useLocation();
  const connection = useConnection();
  const drawer = useDrawer();
  const [, setLastPath] = useLastPath();
  const client = useClient();
  const call = useCall();
  const server = () => (params.server === undefined ? undefined : client.servers.get(params.server));
  // On a page of another server the rail is there, so that nobody gets lost.
  const alone = () => {
    const found = aloneServer(client);
    return params.server === undefined || params.server === found?.id ? found : undefined;
  };
  notifyOfMessages();
  openProfilesByClick(server);
  becomeIdle(connection, () => call.state() !== "idle");
  registerNavigator(client, useNavigate());
  // Where the lists are a drawer.
  const isNarrow = watchMedia("(width < 760px)");
  const openBySwipe = (page: HTMLElement) =>
    listenToSwipe(page, {
      direction: 1,
      accepts: ({ clientX }) => isNarrow() && isInFirstHalf(page, clientX),
      onEnd: (isFull) => isFull && drawer.open(),
    });
  const closeBySwipe = (lists: HTMLElement) =>
    listenToSwipe(lists, {
      direction: -1,
      accepts: drawer.isOpen,
      onEnd: (isFull) => isFull && drawer.close(),
    });
  const isSettings = () => /\/settings(\/|$)/.test(location.pathname);
  createEffect(
    on(
      () => location.pathname,
      (path) => {
        drawer.close();
        noteRecent(path);
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
      <section
        ref={closeBySwipe}
        class={styles.lists}
        data-open={drawer.isOpen() ? "" : undefined}
        data-single={alone() ? "" : undefined}
        aria-label={t().frame.lists}
      >
        <Show when={!alone()}>
          <ServerRail />
        </Show>
        <div class={styles.column}>
          <ComponentBoundary address={location.pathname}>
            <Show when={server()} fallback={<ConversationList />}>
              {(found) => <ServerChannelList server={found()} />}
            </Show>
          </ComponentBoundary>
          <Show when={alone()}>{(found) => <CommunityBar server={found()} />}</Show>
          <CallBar place="lists" />
          <OwnUser />
        </div>
        <ListResizer />
      </section>
      <Show when={drawer.isOpen()}>
        <button type="button" class={styles.backdrop} aria-label={t().common.close} onClick={drawer.close} />
      </Show>
      <main ref={openBySwipe} class={styles.page}>
        <div class={styles.notice} data-notice="">
          <Show when={connection.state() === "offline"}>
            <p class={styles.offline} role="status">
              {t().common.offline}
            </p>
          </Show>
        </div>
        <Show when={permissionQuestionOf(client).isShown()}>
          <Suspense>
            <PermissionBar />
          </Suspense>
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

/** Whether a place is in the half of a page in which its lines begin. */
function isInFirstHalf(page: HTMLElement, x: number): boolean {
  const isRightToLeft = getComputedStyle(page).direction === "rtl";
  return x < innerWidth / 2 !== isRightToLeft;
}

const PolicyChanges = lazy(() => import("./policy-changes.tsx"));
const PermissionBar = lazy(() => import("./permission-bar.tsx"));
