import { Show } from "solid-js";
import type { Message } from "stoat.js";
import { AttachmentList } from "../media/attachment-list.tsx";

/** The files of a message. */
export function Attachments(props: { readonly message: Message }) {
  return (
    <Show when={props.message.attachments?.length}>
      <AttachmentList files={props.message.attachments ?? []} />
    </Show>
  );
}
