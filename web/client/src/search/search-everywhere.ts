import { useMatch, useNavigate } from "@solidjs/router";
import { useDrawer } from "../components/drawer.ts";
import { homePanel, usePanel } from "../components/panel-state.ts";
import { useClient } from "../session/context.tsx";
import { searchOf } from "./create-search.ts";

/** Opens a search of everything that one can read: next to the open conversation, or else the home page. */
export function useSearchEverywhere(): () => void {
  const client = useClient();
  const drawer = useDrawer();
  const panel = usePanel();
  const navigate = useNavigate();
  const atHome = [useMatch(() => "/"), useMatch(() => "/friends")];
  const atConversation = useMatch(() => "/channel/:channel/:message?");
  return () => {
    const channel = client.channels.get(atConversation()?.params.channel ?? "");
    if (!channel && !atHome.some((match) => match())) navigate("/friends");
    const search = searchOf(client);
    search.enter(channel);
    search.setScope("everywhere");
    panel.open("search", channel?.id ?? homePanel);
    drawer.close();
  };
}
