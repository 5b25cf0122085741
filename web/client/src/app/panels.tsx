import { useLocation, useNavigate } from "@solidjs/router";
import { listen } from "@ui/listen.ts";
import { createSignal, lazy, Match, Suspense, Switch } from "solid-js";
import { listedGroups, splitFavourites } from "../channels/listed-channels.ts";
import { conversationsOf } from "../components/channels.tsx";
import { isWriting, keysPressed } from "../components/key-names.ts";
import { keysOf, type Shortcut } from "../components/shortcuts.ts";
import { markServerRead } from "../history/mark-read.ts";
import type { Channel } from "../model/channel.ts";
import { useConnection } from "../session/context.tsx";
import { useServerOrder } from "../settings/server-order.ts";
import { channelIn } from "./recent-channels.ts";

const QuickSwitcher = lazy(() => import("./quick-switcher.tsx"));
const KeyboardPage = lazy(() => import("../components/keyboard-page.tsx"));

type Actions = Partial<Record<Shortcut, () => void>>;

/** What keys of the whole client do, and what they open above any page. */
export function Panels() {
  const [panel, setPanel] = createSignal<"switcher" | "keyboard">();
  const close = () => setPanel(undefined);
  const navigate = useNavigate();
  listenToShortcuts({
    ...createSteps(),
    quickSwitcher: () => setPanel("switcher"),
    keyboard: () => setPanel("keyboard"),
    inbox: () => navigate("/inbox"),
    settings: () => navigate("/settings"),
    notices: () => document.querySelector<HTMLElement>("[data-toasts] [data-list]")?.focus(),
  });
  return (
    <Suspense>
      <Switch>
        <Match when={panel() === "switcher"}>
          <QuickSwitcher onClose={close} onShowKeys={() => setPanel("keyboard")} />
        </Match>
        <Match when={panel() === "keyboard"}>
          <KeyboardPage onClose={close} />
        </Match>
      </Switch>
    </Suspense>
  );
}

function listenToShortcuts(actions: Actions): void {
  listen(window, "keydown", (event) => {
    const keys = event.defaultPrevented ? undefined : keysPressed(event);
    if (keys === undefined || (isWriting(keys) && isField(event.target))) return;
    const names = Object.keys(actions) as Shortcut[];
    const name = names.find((each) => keysOf(each) === keys);
    if (!name) return;
    event.preventDefault();
    actions[name]?.();
  });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Moves through channels and servers in the order in which the lists show them. */
function createSteps(): Actions {
  const connection = useConnection();
  const { client } = connection;
  const location = useLocation();
  const navigate = useNavigate();
  const order = useServerOrder();
  const serverId = () => /^\/server\/([^/]+)/.exec(location.pathname)?.[1];
  const server = () => client.servers.get(serverId() ?? "");

  function listed(): readonly Channel[] {
    const open = server();
    if (open)
      return listedGroups(connection, open, channelIn(location.pathname)).flatMap(({ channels }) => channels);
    const { favourites, others } = splitFavourites(connection.settings, conversationsOf(client));
    return [...favourites, ...others];
  }

  function step(by: -1 | 1, onlyUnread: boolean): void {
    const all = listed();
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
  }

  function stepServer(by: -1 | 1): void {
    const paths = ["/", ...order.servers().map(({ path }) => path)];
    const at = paths.indexOf(`/server/${serverId()}`);
    navigate(paths[(Math.max(0, at) + by + paths.length) % paths.length] ?? "/");
  }

  return {
    previousChannel: () => step(-1, false),
    nextChannel: () => step(1, false),
    previousUnread: () => step(-1, true),
    nextUnread: () => step(1, true),
    previousServer: () => stepServer(-1),
    nextServer: () => stepServer(1),
    markServerRead() {
      const open = server();
      if (open) void markServerRead(client, open);
    },
  };
}
