import { Switch } from "@ui/switch.tsx";
import { t } from "../../i18n/i18n.ts";
import { areCallSoundsOn, setCallSoundsOn } from "../../preferences/preferences.ts";
import { DeviceChoice } from "../../voice/device-choice.tsx";
import styles from "../page.module.css";
import { CameraTest } from "./camera-test.tsx";
import { InputSettings } from "./input-settings.tsx";
import { ProcessingSettings } from "./processing-settings.tsx";

/** What calls of this device hear and show. */
export default function VoicePage() {
  const texts = () => t().voiceSettings;
  return (
    <div class={styles.page}>
      <section class={styles.section}>
        <h2 class={styles.heading}>{texts().devices}</h2>
        <DeviceChoice />
        <CameraTest />
      </section>
      <InputSettings />
      <ProcessingSettings />
      <div class={styles.switches}>
        <Switch
          label={texts().sounds}
          hint={texts().soundsHint}
          value={areCallSoundsOn()}
          onChange={setCallSoundsOn}
        />
      </div>
    </div>
  );
}
