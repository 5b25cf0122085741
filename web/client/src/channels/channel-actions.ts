import type { Component } from "solid-js";
import { MemberToggle } from "../members/member-toggle.tsx";
import type { Channel } from "../model/channel.ts";
import { CallButton } from "../voice/call-button.tsx";
import { ChannelActions } from "./channel-panels.tsx";

/** What stands at the end of a channel's header, in this order. Each part shows itself where it applies. */
export const channelActions: readonly Component<{ readonly channel: Channel }>[] = [
  CallButton,
  ChannelActions,
  MemberToggle,
];
