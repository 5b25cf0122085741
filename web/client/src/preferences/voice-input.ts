import { fields, fieldsOf, flag, isText, oneOf, within } from "./schemas.ts";

/** When the others hear the user: always, when it is loud enough, while a key is held, or while it is not. */
export const inputModes = ["open", "activity", "push-to-talk", "push-to-mute"] as const;
/** What removes noise: nothing, the browser, or RNNoise. */
export const noiseFilters = ["off", "browser", "rnnoise"] as const;

/** How shared screens are sent. */
export const screenQualities = ["sharp", "balanced", "smooth", "best"] as const;

/** Levels of sound are in decibels of full scale. Nothing that matters is below the quietest. */
export const [quietest, loudestLevel] = [-80, 0];
/** In milliseconds. */
export const longestRelease = 2000;

/** A key by its place on the keyboard, with the name that was on it when it was chosen. */
export interface HoldKey {
  readonly code: string;
  readonly name: string;
}

/** What happens to the user's voice on this device before anybody hears it. */
export interface VoiceInput {
  readonly mode: (typeof inputModes)[number];
  /** How loud the user has to be, if that opens the microphone. */
  readonly threshold: number;
  /** How long the microphone stays open after the voice or the key, in milliseconds. */
  readonly releaseDelay: number;
  readonly key: HoldKey;
  readonly noise: (typeof noiseFilters)[number];
  readonly echoCancellation: boolean;
  readonly gainControl: boolean;
}

export const standardInput: VoiceInput = {
  mode: "open",
  threshold: -50,
  releaseDelay: 250,
  key: { code: "F9", name: "F9" },
  noise: "browser",
  echoCancellation: true,
  gainControl: true,
};

export const inputSchema = fields<VoiceInput>(standardInput, {
  mode: oneOf(...inputModes),
  threshold: within(quietest, loudestLevel),
  releaseDelay: within(0, longestRelease),
  key: readKey,
  noise: oneOf(...noiseFilters),
  echoCancellation: flag,
  gainControl: flag,
});

function readKey(stored: unknown): HoldKey | undefined {
  const { code, name } = fieldsOf(stored);
  return isText(code) && isText(name) && code !== "" ? { code, name } : undefined;
}
