import { Show } from "solid-js";
import { EmbedList } from "../media/embed-list.tsx";
import { InviteCards } from "../media/invite-card.tsx";
import type { Message } from "../model/message.ts";

/** What the links of a message lead to, and the cards of bots. */
export function Embeds(props: { readonly message: Message }) {
  return (
    <>
      <InviteCards text={props.message.content} />
      <Show when={props.message.embeds.length}>
        <EmbedList embeds={props.message.embeds} />
      </Show>
    </>
  );
}
