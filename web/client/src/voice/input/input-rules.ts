import type { VoiceInput } from "../../preferences/voice-input.ts";
import type { GateSettings } from "./gate.ts";

/** Whether the others hear the user now; `isHeld` says whether the key is. */
export function gateOf({ mode, threshold, releaseDelay }: VoiceInput, isHeld: boolean): GateSettings {
  const states = {
    open: "open",
    activity: "activity",
    "push-to-talk": isHeld ? "open" : "closed",
    "push-to-mute": isHeld ? "closed" : "open",
  } as const;
  return { state: states[mode], threshold, releaseDelay };
}

/** Whether the user's voice takes a way of its own. An open microphone needs none. */
export const needsPipeline = ({ mode, noise }: VoiceInput) => mode !== "open" || noise === "rnnoise";

/** What the browser itself does with the sound of a microphone. */
export function captureOptions({ noise, echoCancellation, gainControl }: VoiceInput) {
  return {
    echoCancellation,
    autoGainControl: gainControl,
    // Two filters in a row make voices sound hollow.
    noiseSuppression: noise === "browser",
  };
}
