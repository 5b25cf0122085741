import { notify } from "@ui/toasts.tsx";
import { batch, createEffect, createMemo, createSignal, on } from "solid-js";
import { t } from "../texts/texts.ts";
import { describeMediumError, type Medium } from "./call-errors.ts";
import { chosenDevices, type DeviceKind, deviceKinds } from "./devices.ts";
import type { CallRoom } from "./room.ts";
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
  const isHeard = createMemo(() => isConnected() && !isMuted() && !isDeafened() && grants().speak);

  async function use(medium: Medium, isOn: boolean): Promise<void> {
    try {
      if (medium === "microphone") await room()?.setMicrophone(isOn);
      else if (medium === "camera") await room()?.setCamera(isOn);
      else await room()?.setScreen(isOn);
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

  createEffect(on(isHeard, (heard) => void use("microphone", heard), { defer: true }));
  createEffect(() => isConnected() && room()?.setDeafened(isDeafened()));
  for (const kind of deviceKinds) {
    const id = () => chosenDevices()[kind] ?? "default";
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
    toggleCamera: () => use("camera", !hasCamera()),
    toggleScreen: () => use("screen", !isSharing()),
  };
}
