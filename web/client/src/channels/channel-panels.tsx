import { IconButton } from "@ui/icon-button.tsx";
import { Pin, Search } from "@ui/icons.ts";
import { lazy, Match, onCleanup, Show, Suspense, Switch } from "solid-js";
import type { Channel } from "stoat.js";
import { ViewerHost } from "../media/viewer-host.tsx";
import { DateJump } from "../search/date-jump.tsx";
import { closePanel, openPanel, type PanelKind, panelOf } from "../search/panel-state.ts";
import { t } from "../texts/texts.ts";

const SearchPanel = lazy(() => import("../search/search-panel.tsx"));
const PinsPanel = lazy(() => import("../search/pins-panel.tsx"));

/** The buttons above a channel that open something beside its messages. */
export function ChannelActions(props: { readonly channel: Channel }) {
  const toggle = (kind: PanelKind) =>
    panelOf(props.channel.id) === kind ? closePanel() : openPanel(kind, props.channel.id);
  const mayRead = () => props.channel.havePermission("ReadMessageHistory");

  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
    if (!isFind || event.defaultPrevented || !mayRead()) return;
    // A second press, in the field of the search, is for the browser's own.
    if ((event.target as Element | null)?.closest("[data-search]")) return;
    event.preventDefault();
    openPanel("search", props.channel.id);
  };
  addEventListener("keydown", onKeyDown);
  onCleanup(() => removeEventListener("keydown", onKeyDown));

  return (
    <Show when={mayRead()}>
      <DateJump channel={props.channel} />
      <IconButton
        icon={Pin}
        label={t().search.pins}
        pressed={panelOf(props.channel.id) === "pins"}
        onClick={() => toggle("pins")}
      />
      <IconButton
        icon={Search}
        label={t().search.search}
        keys="Ctrl F"
        pressed={panelOf(props.channel.id) === "search"}
        onClick={() => toggle("search")}
      />
    </Show>
  );
}

/** What stands beside the messages of a channel, and the viewer of its pictures. */
export function ChannelPanel(props: { readonly channel: Channel }) {
  return (
    <>
      <Suspense>
        <Switch>
          <Match when={panelOf(props.channel.id) === "search"}>
            <SearchPanel channel={props.channel} />
          </Match>
          <Match when={panelOf(props.channel.id) === "pins"}>
            <PinsPanel channel={props.channel} />
          </Match>
        </Switch>
      </Suspense>
      <ViewerHost />
    </>
  );
}
