import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { CircleStop, SendHorizontal, Trash, X } from "@ui/icons.ts";
import { For, Match, Show, Switch } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { createRecorder } from "./create-recorder.ts";
import styles from "./voice-recorder.module.css";

/** Records a voice message, which can be heard before it is sent. */
export default function VoiceRecorder(props: {
  /** In seconds. */
  readonly longest: number;
  readonly onSend: (file: File) => void;
  readonly onClose: () => void;
}) {
  const { state, levels, seconds, stop } = createRecorder(props.longest);
  const recorded = () => {
    const now = state();
    return now.kind === "ready" ? now : undefined;
  };
  const failure = () => {
    const now = state();
    return now.kind === "failed" ? now.why : undefined;
  };
  // Keyboard users go on from here.
  const focus = (button: HTMLElement) => queueMicrotask(() => button.focus());
  return (
    <section
      class={styles.recorder}
      aria-label={t().composer.voiceMessage}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        props.onClose();
      }}
    >
      <Switch
        fallback={
          <p class={styles.words} role="status">
            {state().kind === "starting" ? t().composer.waitsForMicrophone : t().common.loading}
          </p>
        }
      >
        <Match when={failure()}>
          {(why) => (
            <p class={styles.words} role="alert">
              {why()}
            </p>
          )}
        </Match>
        <Match when={state().kind === "recording"}>
          <span class={styles.light} />
          <span class={styles.time} role="timer" aria-label={t().composer.recordingTime}>
            {clockTime(seconds())} / {clockTime(props.longest)}
          </span>
          <Levels levels={levels()} />
          <IconButton ref={focus} icon={CircleStop} label={t().composer.stopRecording} onClick={stop} />
        </Match>
        <Match when={recorded()}>
          {(ready) => (
            <>
              <span class={styles.time}>{clockTime(seconds())}</span>
              <Levels levels={levels()} />
              {/* biome-ignore lint/a11y/useMediaCaption: what somebody has just said has no captions */}
              <audio
                class={styles.player}
                src={ready().url}
                aria-label={t().composer.voiceMessage}
                controls
              />
              <Button ref={focus} variant="primary" onClick={() => props.onSend(ready().file)}>
                <SendHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
                {t().composer.sendVoice}
              </Button>
            </>
          )}
        </Match>
      </Switch>
      <Show
        when={recorded()}
        fallback={<IconButton icon={X} label={t().common.cancel} keys="Esc" onClick={props.onClose} />}
      >
        <IconButton icon={Trash} label={t().composer.discardVoice} onClick={props.onClose} />
      </Show>
    </section>
  );
}

/** How loud it is and was, as bars. */
function Levels(props: { readonly levels: readonly number[] }) {
  return (
    <span class={styles.levels} aria-hidden="true">
      <For each={props.levels}>
        {(level) => <span class={styles.level} style={{ "block-size": `${Math.max(8, level * 100)}%` }} />}
      </For>
    </span>
  );
}

/** Minutes and seconds: 1:05. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
