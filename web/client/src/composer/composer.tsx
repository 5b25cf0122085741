import { createSignal } from "solid-js";
import type { Channel } from "stoat.js";

export function Composer(props: { readonly channel: Channel }) {
  const [text, setText] = createSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void props.channel.sendMessage(text());
        setText("");
      }}
    >
      <input value={text()} onInput={(event) => setText(event.currentTarget.value)} />
    </form>
  );
}
