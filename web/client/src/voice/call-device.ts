import { listen } from "@ui/listen.ts";
import { createEffect, createMemo, createSignal, onCleanup } from "solid-js";
import { channelName } from "../components/channels.tsx";
import type { Call } from "./call.ts";

type SessionCall = Pick<
  Call,
  "state" | "channel" | "isMuted" | "hasCamera" | "mayShow" | "toggleMute" | "toggleCamera" | "leave"
>;

/** What browsers have of it; no browser has all. */
interface CallSession {
  metadata: MediaMetadata | null;
  playbackState: MediaSessionPlaybackState;
  setActionHandler(action: string, handler: (() => void) | null): void;
  setMicrophoneActive?(isActive: boolean): void;
  setCameraActive?(isActive: boolean): void;
}

/**
 * Tells the device of the call. Phones show it on the locked screen with buttons to mute and to hang up, and let it
 * continue while another app is in front.
 */
export function createMediaSession(call: SessionCall): void {
  const session = navigator.mediaSession as CallSession | undefined;
  if (!session) return;
  const isOn = () => call.state() !== "idle";

  createEffect(() => {
    const channel = isOn() ? call.channel() : undefined;
    if (!channel) return;
    session.metadata = new MediaMetadata({
      title: channelName(channel),
      artist: channel.server?.name ?? "",
      artwork: channel.iconURL ? [{ src: channel.iconURL }] : [],
    });
    onCleanup(() => {
      session.metadata = null;
    });
  });
  createEffect(() => {
    if (!isOn()) return;
    session.playbackState = "playing";
    const actions = actionsOf(call);
    for (const [action, handler] of Object.entries(actions)) handle(session, action, handler);
    onCleanup(() => {
      session.playbackState = "none";
      for (const action of Object.keys(actions)) handle(session, action, null);
    });
  });
  createEffect(() => isOn() && session.setMicrophoneActive?.(!call.isMuted()));
  createEffect(() => isOn() && session.setCameraActive?.(call.hasCamera()));
}

/** Headsets and some locked screens have a button for pausing only. */
const actionsOf = (call: SessionCall): Readonly<Record<string, () => void>> => ({
  hangup: call.leave,
  stop: call.leave,
  togglemicrophone: call.toggleMute,
  togglecamera: () => call.mayShow() && void call.toggleCamera(),
  pause: () => !call.isMuted() && call.toggleMute(),
  play: () => call.isMuted() && call.toggleMute(),
});

function handle(session: CallSession, action: string, handler: (() => void) | null): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // This browser does not have the action.
  }
}

/** Keeps the screen on while the user watches a video of the call. */
export function createWakeLock(call: Pick<Call, "state" | "people" | "isViewShown">): void {
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  if (!wakeLock) return;
  const [isVisible, setVisible] = createSignal(document.visibilityState === "visible");
  // The browser itself gives the lock back whenever the page is hidden.
  listen(document, "visibilitychange", () => setVisible(document.visibilityState === "visible"));
  const isWanted = () =>
    isVisible() &&
    call.state() !== "idle" &&
    call.isViewShown() &&
    call.people.some(({ camera, screen }) => camera ?? screen);
  const isWatching = createMemo(isWanted);

  createEffect(() => {
    if (!isWatching()) return;
    // Without power, a device may refuse it.
    const lock = wakeLock.request("screen").catch(() => undefined);
    onCleanup(() => void lock.then((held) => held?.release()));
  });
}
