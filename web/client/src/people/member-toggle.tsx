import { IconButton } from "@ui/icon-button.tsx";
import { Settings, UsersRound } from "@ui/icons.ts";
import { Show } from "solid-js";
import type { Channel } from "../model/channel.ts";
import header from "../parts/page-header.module.css";
import { t } from "../texts/texts.ts";
import { useMemberPanel } from "./member-panel.ts";
import { openGroupSettings } from "./open-group-settings.tsx";

/** The buttons in a channel's header about its people: the list of them, and the settings of a group. */
export function MemberToggle(props: { readonly channel: Channel }) {
  const members = useMemberPanel();
  return (
    <Show when={props.channel.server || props.channel.type === "Group"}>
      <Show when={props.channel.type === "Group"}>
        <span class={header.wide}>
          <IconButton
            icon={Settings}
            label={t().people.groupSettings}
            onClick={() => openGroupSettings(props.channel)}
          />
        </span>
      </Show>
      <IconButton
        icon={UsersRound}
        label={t().frame.members}
        pressed={members.isShown(props.channel.id)}
        onClick={() => members.show(!members.isShown(props.channel.id))}
      />
    </Show>
  );
}
