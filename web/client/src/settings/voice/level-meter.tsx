import { createMemo } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { loudestLevel, quietest } from "../../preferences/voice-input.ts";
import styles from "./level-meter.module.css";

/** How loud the microphone is, with the level from which on the others hear it. */
export function LevelMeter(props: {
  /** In decibels of full scale; nothing while no microphone is open. */
  readonly level: number | undefined;
  readonly threshold: number | undefined;
}) {
  const shown = () => Math.round(Math.min(loudestLevel, Math.max(quietest, props.level ?? quietest)));
  const isOpen = createMemo(
    () => props.level !== undefined && (props.threshold === undefined || props.level >= props.threshold),
  );
  const share = (level: number) => (level - quietest) / (loudestLevel - quietest);
  return (
    <div
      class={styles.meter}
      data-open={isOpen() ? "" : undefined}
      style={{
        "--level": share(shown()),
        "--threshold": props.threshold === undefined ? undefined : share(props.threshold),
      }}
    >
      <meter
        class="visually-hidden"
        min={quietest}
        max={loudestLevel}
        value={shown()}
        aria-label={t().voiceSettings.level}
        aria-valuetext={isOpen() ? t().voiceSettings.heard : t().voiceSettings.notHeard}
      />
    </div>
  );
}
