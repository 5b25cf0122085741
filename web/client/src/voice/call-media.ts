import { notify } from "@ui/toasts.tsx";
import { batch, createEffect, createMemo, createSignal, on } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { chosenDevices, screenQuality, voiceInput } from "../preferences/preferences.ts";
import { describeMediumError, type Medium } from "./call-errors.ts";
import type { CallGrants, CallPerson } from "./call-person.ts";
import { browsersChoice, type DeviceKind, deviceKinds, onPlugIn } from "./devices.ts";
import { gateOf } from "./input/input-rules.ts";
import type { CallRoom } from "./room.ts";
import type { MicrophoneState } from "./room-microphone.ts";
import { qualityWithin } from "./screen-quality.ts";
import type { VideoBounds } from "./voice-limits.ts";

interface MediaOptions {
  readonly room: () => CallRoom | undefined;
  readonly isConnected: () => boolean;
  readonly grants: () => CallGrants;
  readonly screenBounds: () => VideoBounds;
  readonly self: () => CallPerson | undefined;
  readonly isKeyHeld: () => boolean;
}

/** What the user sends and hears in a call. Muting and deafening outlast the call. */
export function createCallMedia({ room, isConnected, grants, screenBounds, self, isKeyHeld }: MediaOptions) {
  const [isMuted, setMuted] = createSignal(false);
  const [isDeafened, setDeafened] = createSignal(false);
  const hasCamera = () => self()?.camera !== undefined;
  const isSharing = () => self()?.screen !== undefined;
  // When a moderator unmutes the user, no click is needed to be heard again.
  const microphone = createMemo((): MicrophoneState => {
    if (!isConnected() || !grants().speak) return "off";
    return isDeafened() ? "deafened" : isMuted() ? "off" : "on";
  });

  async function use(medium: Medium, change: () => Promise<void> | undefined): Promise<void> {
    try {
      await change();
    } catch (thrown) {
      if (medium === "microphone") setMuted(true);
      const words = describeMediumError(thrown, medium);
      if (words) notify(words, { isError: true });
    }
  }

  async function switchDevice(kind: DeviceKind, id: string): Promise<void> {
    try {
      await room()?.switchDevice(kind, id);
    } catch {
      notify(t().voice.deviceFailed, { isError: true });
    }
  }

  createEffect(
    on(microphone, (state) => void use("microphone", () => room()?.setMicrophone(state)), { defer: true }),
  );
  createEffect(() => isConnected() && room()?.setDeafened(isDeafened()));
  const gate = () => gateOf(voiceInput(), isKeyHeld());
  createEffect(on(gate, (state) => room()?.setGate(state), { defer: true }));
  createEffect(
    on(voiceInput, (input) => void use("microphone", () => room()?.setInput(input)), { defer: true }),
  );
  for (const kind of deviceKinds) {
    const id = () => chosenDevices()[kind] ?? browsersChoice;
    createEffect(on(id, (chosen) => void switchDevice(kind, chosen), { defer: true }));
  }
  // The library continues with another device when the chosen one is unplugged, and stays with that.
  onPlugIn((ids) => {
    for (const kind of deviceKinds) {
      const chosen = chosenDevices()[kind];
      if (chosen && ids.has(chosen)) void switchDevice(kind, chosen);
    }
  });

  return {
    /** Deafening also mutes. */
    isMuted: () => isMuted() || isDeafened(),
    isDeafened,
    gate,
    hasCamera,
    isSharing,
    toggleMute: () =>
      batch(() => {
        const isNext = !(isMuted() || isDeafened());
        setMuted(isNext);
        if (!isNext) setDeafened(false);
      }),
    toggleDeafen: () => void setDeafened((deafened) => !deafened),
    toggleCamera: () => use("camera", () => room()?.setCamera(!hasCamera())),
    toggleScreen: () =>
      use("screen", () =>
        room()?.setScreen(isSharing() ? undefined : qualityWithin(screenQuality(), screenBounds())),
      ),
  };
}
