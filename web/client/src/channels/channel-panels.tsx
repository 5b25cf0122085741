import { IconButton } from "@ui/icon-button.tsx";
import { CalendarDays, Pin, Search, Settings } from "@ui/icons.ts";
import { type MenuEntry, MoreMenu } from "@ui/menu.tsx";
import { lazy, Match, Show, Suspense, Switch } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import header from "../components/page-header.module.css";
import { type PanelKind, usePanel } from "../components/panel-state.ts";
import { keysOf } from "../components/shortcuts.ts";
import { openGroupSettings } from "../groups/open-group-settings.tsx";
import { t } from "../i18n/i18n.ts";
import { ViewerHost } from "../media/viewer-host.tsx";
import type { Channel } from "../model/channel.ts";
import { DateJump, DateJumpDialog } from "../search/date-jump.tsx";
import { listenToSearchKey } from "../search/search-key.ts";

const SearchPanel = lazy(() => import("../search/search-panel.tsx"));
const PinsPanel = lazy(() => import("../search/pins-panel.tsx"));

/** The buttons above a channel that open something next to its messages. */
export function ChannelActions(props: { readonly channel: Channel }) {
  const panel = usePanel();
  const toggle = (kind: PanelKind) =>
    panel.kindIn(props.channel.id) === kind ? panel.close() : panel.open(kind, props.channel.id);
  const mayRead = () => props.channel.havePermission("ReadMessageHistory");
  listenToSearchKey(() => mayRead() && panel.open("search", props.channel.id));

  /** The buttons that a phone has no room for. */
  const more = (): readonly MenuEntry[] => [
    { label: t().search.pins, icon: Pin, onSelect: () => panel.open("pins", props.channel.id) },
    {
      label: t().search.jumpToDate,
      icon: CalendarDays,
      onSelect: () => openDialog(DateJumpDialog, { channel: props.channel }),
    },
    props.channel.type === "Group" && {
      label: t().people.groupSettings,
      icon: Settings,
      onSelect: () => openGroupSettings(props.channel),
    },
  ];

  return (
    <Show when={mayRead()}>
      <span class={header.wide}>
        <DateJump channel={props.channel} />
        <IconButton
          icon={Pin}
          label={t().search.pins}
          pressed={panel.kindIn(props.channel.id) === "pins"}
          onClick={() => toggle("pins")}
        />
      </span>
      <IconButton
        icon={Search}
        label={t().search.search}
        keys={keysOf("search")}
        pressed={panel.kindIn(props.channel.id) === "search"}
        onClick={() => toggle("search")}
      />
      <span class={header.narrow}>
        <MoreMenu label={t().messages.more} entries={more} />
      </span>
    </Show>
  );
}

/** What is shown next to the messages of a channel, and the viewer of its images. */
export function ChannelPanel(props: { readonly channel: Channel }) {
  const panel = usePanel();
  return (
    <>
      <Suspense>
        <Switch>
          <Match when={panel.kindIn(props.channel.id) === "search"}>
            <SearchPanel channel={props.channel} />
          </Match>
          <Match when={panel.kindIn(props.channel.id) === "pins"}>
            <PinsPanel channel={props.channel} />
          </Match>
        </Switch>
      </Suspense>
      <ViewerHost />
    </>
  );
}
