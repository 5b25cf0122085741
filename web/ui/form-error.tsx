import { Show } from "solid-js";

/** What went wrong with a form, read out as soon as it is there. */
export function FormError(props: { readonly error: string | undefined; readonly class?: string }) {
  return (
    <Show when={props.error}>
      <p role="alert" class={props.class}>
        {props.error}
      </p>
    </Show>
  );
}
