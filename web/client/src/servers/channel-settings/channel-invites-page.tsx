import { Show } from "solid-js";
import type { Channel } from "../../model/channel.ts";
import InvitesPage from "../settings/invites-page.tsx";

export default function ChannelInvitesPage(props: { readonly channel: Channel }) {
  return (
    <Show when={props.channel.server}>
      {(server) => <InvitesPage server={server()} channel={props.channel} />}
    </Show>
  );
}
