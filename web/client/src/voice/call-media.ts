import { notify } from "@ui/toasts.tsx";
import { batch, createEffect, createMemo, createSignal, on } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { chosenDevices } from "../preferences/preferences.ts";
import { describeMediumError, type Medium } from "./call-errors.ts";
import { browsersChoice, type DeviceKind, deviceKinds } from "./devices.ts";
import type { CallRoom } from "./room.ts";
import type { MicrophoneState } from "./room-microphone.ts";
import type { CallGrants, CallPerson } from "./room-view.ts";

interface MediaOptions {
  readonly room: () => CallRoom | undefined;
  readonly isConnected: () => boolean;
  readonly grants: () => CallGrants;
  readonly self: () => CallPerson | undefined;
}

/** What the user sends and hears in a call. Muting and deafening outlast the call. */
export function createCallMedia({ room, isConnected, grants, self }: MediaOptions) {
  const [isMuted, setMuted] = createSignal(false);
  const [isDeafened, setDeafened] = createSignal(false);
  const hasCamera = () => self()?.camera !== undefined;
  const isSharing = () => self()?.screen !== undefined;
  // Whoever is unmuted by a moderator is heard again without a click.
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
  for (const kind of deviceKinds) {
    const id = () => chosenDevices()[kind] ?? browsersChoice;
    createEffect(on(id, (chosen) => void switchDevice(kind, chosen), { defer: true }));
  }

  return {
    /** Whoever hears nobody does not speak either. */
    isMuted: () => isMuted() || isDeafened(),
    isDeafened,
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
    toggleScreen: () => use("screen", () => room()?.setScreen(!isSharing())),
  };
}
