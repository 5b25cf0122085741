import { IconButton } from "@ui/icon-button.tsx";
import { Settings, UsersRound } from "@ui/icons.ts";
import { Show } from "solid-js";
import header from "../components/page-header.module.css";
import { openGroupSettings } from "../groups/open-group-settings.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useMemberPanel } from "./member-panel.ts";

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
