import { For } from "solid-js";

/** The text of a message as elements. */
export function Markdown(props: { readonly text: string }) {
  return <For each={props.text.split("\n")}>{(line) => <p dir="auto">{line}</p>}</For>;
}
