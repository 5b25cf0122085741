import { createSignal, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { pausedUntil } from "../session/pauses.ts";
import styles from "./pause-notice.module.css";

/** Says that the server asked for a pause, and when what waits continues. */
export function PauseNotice() {
  return (
    <div role="status">
      <Show when={pausedUntil() !== undefined}>
        <Countdown />
      </Show>
    </div>
  );
}

function Countdown() {
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 250);
  onCleanup(() => clearInterval(timer));
  const seconds = () => Math.max(1, Math.ceil(((pausedUntil() ?? 0) - now()) / 1_000));
  return (
    <p class={styles.notice}>
      {t().settings.pause} {/* Read out once, and not with each second. */}
      <span class={styles.seconds} aria-hidden="true">
        {t().settings.pauseSeconds(seconds())}
      </span>
    </p>
  );
}
