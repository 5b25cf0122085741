import { createResource, createSignal, Show } from "solid-js";
import { useClient } from "../session/context.tsx";
import { configuration } from "../session/server.ts";
import styles from "./markdown.module.css";
import { loadShortNames } from "./short-names.ts";

/** A custom emoji, also one of a server that the reader is not in. */
export function CustomEmoji(props: { readonly id: string }) {
  const client = useClient();
  const [isMissing, setMissing] = createSignal(false);
  const name = () => `:${client.emojis.get(props.id)?.name ?? props.id}:`;
  return (
    <Show when={!isMissing()} fallback={name()}>
      <img
        class={styles.emoji}
        src={`${configuration()?.features.autumn.url}/emojis/${props.id}`}
        alt={name()}
        title={name()}
        loading="lazy"
        draggable={false}
        onError={() => setMissing(true)}
      />
    </Show>
  );
}

/** `:name:` as other clients send it: the emoji of that name, once the names are loaded. */
export function ShortName(props: { readonly name: string }) {
  const [names] = createResource(loadShortNames);
  const written = () => `:${props.name}:`;
  return <>{(names.error ? undefined : names.latest?.get(props.name)) ?? written()}</>;
}
