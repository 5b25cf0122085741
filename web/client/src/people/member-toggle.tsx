import { IconButton } from "@ui/icon-button.tsx";
import { Settings, UsersRound } from "@ui/icons.ts";
import { Show } from "solid-js";
import header from "../app/page-header.module.css";
import type { Channel } from "../model/channel.ts";
import { t } from "../texts/texts.ts";
import { areMembersShown, showMembers } from "./member-panel.ts";
import { openGroupSettings } from "./open-dialogs.tsx";

/** The buttons in a channel's header about its people: the list of them, and the settings of a group. */
export function MemberToggle(props: { readonly channel: Channel }) {
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
        pressed={areMembersShown(props.channel.id)}
        onClick={() => showMembers(!areMembersShown(props.channel.id))}
      />
    </Show>
  );
}
