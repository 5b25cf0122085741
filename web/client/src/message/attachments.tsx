import { Show } from "solid-js";
import { AttachmentList } from "../media/attachment-list.tsx";
import type { Message } from "../model/message.ts";

/** The files of a message. */
export function Attachments(props: { readonly message: Message }) {
  return (
    <Show when={props.message.attachments.length}>
      <AttachmentList files={props.message.attachments} />
    </Show>
  );
}
