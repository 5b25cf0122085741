import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { t } from "../../i18n/i18n.ts";
import { setVoiceInput, voiceInput } from "../../preferences/preferences.ts";
import { noiseFilters, type VoiceInput } from "../../preferences/voice-input.ts";
import page from "../page.module.css";

/** What is done to the sound of the microphone. */
export function ProcessingSettings() {
  const texts = () => t().voiceSettings;
  const change = (changes: Partial<VoiceInput>) => setVoiceInput({ ...voiceInput(), ...changes });
  return (
    <section class={page.section}>
      <h2 class={page.heading}>{texts().processing}</h2>
      <Select
        label={texts().noise}
        choices={noiseFilters.map((value) => ({ value, label: texts().noiseFilters[value] }))}
        value={voiceInput().noise}
        onChange={(noise) => change({ noise })}
      />
      <div class={page.switches}>
        <Switch
          label={texts().echo}
          hint={texts().echoHint}
          value={voiceInput().echoCancellation}
          onChange={(echoCancellation) => change({ echoCancellation })}
        />
        <Switch
          label={texts().gain}
          hint={texts().gainHint}
          value={voiceInput().gainControl}
          onChange={(gainControl) => change({ gainControl })}
        />
      </div>
    </section>
  );
}
