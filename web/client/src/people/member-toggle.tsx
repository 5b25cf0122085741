import { IconButton } from "@ui/icon-button.tsx";
import { UsersRound } from "@ui/icons.ts";
import { Show } from "solid-js";
import type { Channel } from "stoat.js";
import { t } from "../texts/texts.ts";
import { areMembersShown, showMembers } from "./member-panel.ts";

/** The button in a channel's header that shows and hides its people. */
export function MemberToggle(props: { readonly channel: Channel }) {
  return (
    <Show when={props.channel.server || props.channel.type === "Group"}>
      <IconButton
        icon={UsersRound}
        label={t().frame.members}
        pressed={areMembersShown()}
        onClick={() => showMembers(!areMembersShown())}
      />
    </Show>
  );
}
