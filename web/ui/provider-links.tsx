import { For, type JSX, onCleanup, Show } from "solid-js";
import button from "./button.module.css";
import styles from "./provider-links.module.css";
import { signInStart } from "./provider-return.ts";

interface NamedProvider {
  readonly id: string;
  readonly name: string;
}

/** Leads to each provider of sign-ins. They are links, because a browser has to go there and come back. */
export function ProviderLinks<P extends NamedProvider>(props: {
  readonly providers: readonly P[];
  readonly hrefOf: (provider: P) => string;
  readonly labelOf: (name: string) => string;
  readonly iconOf: (provider: P) => JSX.Element;
  /** What stands between them and the form below, if there is one. */
  readonly divider: string | undefined;
  readonly onLeave?: () => void;
}) {
  // Seeing the links again means that the last sign-in was abandoned, even if the browser kept the page meanwhile.
  signInStart.forget();
  window.addEventListener("pageshow", signInStart.forget);
  onCleanup(() => window.removeEventListener("pageshow", signInStart.forget));
  return (
    <Show when={props.providers.length > 0}>
      <ul class={styles.list}>
        <For each={props.providers}>
          {(provider) => (
            <li>
              <a
                class={`${button.button} ${button.plain} ${styles.link}`}
                href={props.hrefOf(provider)}
                rel="external"
                onClick={() => {
                  signInStart.remember();
                  props.onLeave?.();
                }}
              >
                {props.iconOf(provider)}
                <span>{props.labelOf(provider.name)}</span>
              </a>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.divider}>{(words) => <p class={styles.divider}>{words()}</p>}</Show>
    </Show>
  );
}
