import { A } from "@solidjs/router";
import { Show } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import styles from "./call-bar.module.css";
import { CallControls } from "./call-controls.tsx";
import { useCall } from "./context.tsx";

/**
 * The call that continues while its own view is not on the screen: below the lists, or above the page where these fold
 * or the page is alone.
 */
export function CallBar(props: { readonly place: "lists" | "page"; readonly isAlone?: boolean }) {
  const call = useCall();
  const isShown = () => call.state() !== "idle" && !call.isViewShown() && call.channel();
  return (
    <Show when={isShown()}>
      {(channel) => (
        <section
          class={styles.bar}
          data-place={props.place}
          data-alone={props.isAlone ? "" : undefined}
          aria-label={t().voice.call}
        >
          <div class={styles.where}>
            <span class={styles.state} data-state={call.state()} role="status">
              {t().voice.states[call.state()]}
            </span>
            <A class={styles.place} href={channel().path} dir="auto">
              {channelName(channel())}
              <Show when={channel().server}>{(server) => ` · ${server().name}`}</Show>
            </A>
          </div>
          <CallControls isBrief={props.place === "page"} />
        </section>
      )}
    </Show>
  );
}
