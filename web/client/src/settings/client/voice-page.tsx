import { DeviceChoice } from "../../voice/device-choice.tsx";
import styles from "../page.module.css";

/** What calls of this device hear and show. */
export default function VoicePage() {
  return (
    <div class={styles.page}>
      <DeviceChoice />
    </div>
  );
}
