import { useLocation, useNavigate } from "@solidjs/router";
import { lazy, Match, Suspense, Switch } from "solid-js";
import { conversationsOf } from "../components/channels.tsx";
import { listenToShortcuts, type ShortcutActions } from "../components/shortcuts.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { useServerOrder } from "../settings/server-order.ts";

const QuickSwitcher = lazy(() => import("./quick-switcher.tsx"));
const KeyboardPage = lazy(() => import("../components/keyboard-page.tsx"));

/** What keys of the whole client open above any page. */
export function Panels() {
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
