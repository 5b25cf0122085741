import { Button } from "@ui/button.tsx";
import { createMemo, createUniqueId, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./image-field.module.css";

/** An image that is chosen but not uploaded yet, the choice to have none, or no change. */
export type ImageChange = File | "removed" | undefined;

/** An image with a preview, and buttons to choose another one or none. */
export function ImageField(props: {
  readonly label: string;
  readonly hint?: string;
  /** The image that is stored. */
  readonly url: string | undefined;
  readonly value: ImageChange;
  readonly shape: "square" | "wide";
  readonly onChange: (change: ImageChange) => void;
}) {
  const id = createUniqueId();
  const preview = createImageUrl(() => ({ url: props.url, change: props.value }));
  let input: HTMLInputElement | undefined;
  return (
    <fieldset class={styles.field} aria-labelledby={id}>
      <span id={id} class={styles.label}>
        {props.label}
      </span>
      <div class={styles.body}>
        <div class={styles.preview} data-shape={props.shape}>
          <Show when={preview()} fallback={<span class={styles.none}>{t().settings.noImage}</span>}>
            <img class={styles.image} src={preview()} alt="" />
          </Show>
        </div>
        <div class={styles.actions}>
          <input
            ref={input}
            class="visually-hidden"
            type="file"
            accept="image/*"
            aria-label={props.label}
            tabindex="-1"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) props.onChange(file);
            }}
          />
          <Button onClick={() => input?.click()}>{t().settings.chooseImage}</Button>
          <Show when={preview()}>
            <Button onClick={() => props.onChange(props.url ? "removed" : undefined)}>
              {t().settings.removeImage}
            </Button>
          </Show>
          <Show when={props.hint}>
            <p class={styles.hint}>{props.hint}</p>
          </Show>
        </div>
      </div>
    </fieldset>
  );
}

/** The address of an image that may be chosen and not uploaded yet. */
export function createImageUrl(image: () => { readonly url?: string; readonly change: ImageChange }) {
  return createMemo(() => {
    const { url, change } = image();
    if (!(change instanceof File)) return change === "removed" ? undefined : url;
    const chosen = URL.createObjectURL(change);
    onCleanup(() => URL.revokeObjectURL(chosen));
    return chosen;
  });
}
