import { Button } from "@ui/button.tsx";
import { Slider } from "@ui/slider.tsx";
import { Switch } from "@ui/switch.tsx";
import { notify } from "@ui/toasts.tsx";
import { Show } from "solid-js";
import { locale, t } from "../../i18n/i18n.ts";
import { setVoiceInput, voiceInput } from "../../preferences/preferences.ts";
import {
  inputModes,
  longestRelease,
  loudestLevel,
  quietest,
  type VoiceInput,
} from "../../preferences/voice-input.ts";
import { describeMediumError } from "../../voice/call-errors.ts";
import { ChoiceGroup } from "../choice-group.tsx";
import page from "../page.module.css";
import { KeyField } from "./key-field.tsx";
import { LevelMeter } from "./level-meter.tsx";
import { createMicrophoneTest } from "./microphone-test.ts";

/** When the others hear the user, with the microphone as they would hear it. */
export function InputSettings() {
  const texts = () => t().voiceSettings;
  const change = (changes: Partial<VoiceInput>) => setVoiceInput({ ...voiceInput(), ...changes });
  const test = createMicrophoneTest((thrown) => {
    const words = describeMediumError(thrown, "microphone");
    if (words) notify(words, { isError: true });
  });
  const mode = () => voiceInput().mode;
  const isPushed = () => mode() === "push-to-talk" || mode() === "push-to-mute";
  const decibels = () => texts().decibels(voiceInput().threshold);
  return (
    <section class={page.section}>
      <h2 class={page.heading}>{texts().microphone}</h2>
      <ChoiceGroup
        label={texts().mode}
        values={inputModes}
        names={texts().modes}
        value={mode()}
        onChange={(next) => change({ mode: next })}
      />
      <p class={page.hint}>{texts().modeHints[mode()]}</p>
      <Show when={isPushed()}>
        <KeyField label={texts().key} value={voiceInput().key} onChange={(key) => change({ key })} />
      </Show>
      <Show when={mode() === "activity"}>
        <Slider
          label={texts().threshold}
          value={voiceInput().threshold}
          valueText={decibels()}
          min={quietest}
          max={loudestLevel}
          onChange={(threshold) => change({ threshold })}
        />
      </Show>
      <Show when={mode() === "activity" || test.isRunning()}>
        <LevelMeter
          level={test.level()}
          threshold={mode() === "activity" ? voiceInput().threshold : undefined}
        />
      </Show>
      <Show when={mode() === "activity" || mode() === "push-to-talk"}>
        <Slider
          label={texts().release}
          value={voiceInput().releaseDelay}
          valueText={milliseconds(voiceInput().releaseDelay)}
          min={0}
          max={longestRelease}
          step={50}
          onChange={(releaseDelay) => change({ releaseDelay })}
        />
      </Show>
      <div class={page.actions}>
        <Button onClick={() => (test.isRunning() ? test.stop() : test.start())}>
          {test.isRunning() ? texts().endTest : texts().test}
        </Button>
      </div>
      <div class={page.switches}>
        <Switch
          label={texts().hearYourself}
          hint={texts().hearYourselfHint}
          value={test.isHeard()}
          disabled={!test.isRunning()}
          onChange={test.setHeard}
        />
      </div>
    </section>
  );
}

const milliseconds = (count: number) =>
  new Intl.NumberFormat(locale(), { style: "unit", unit: "millisecond" }).format(count);
