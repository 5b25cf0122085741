import { listen } from "@ui/listen.ts";
import { createStrictContext } from "@ui/strict-context.ts";
import type { JSX } from "solid-js";
import { isPressed } from "../components/shortcuts.ts";
import { useConnection } from "../session/context.tsx";
import { type Call, createCall } from "./call.ts";
import { createMediaSession, createWakeLock } from "./call-device.ts";
import { createCallSounds } from "./call-sounds.ts";
import { createRinging, type Ringing } from "./ringing.ts";

const [CallsProvider, useCalls] = createStrictContext<{ readonly call: Call; readonly ringing: Ringing }>(
  "there are no calls outside of the frame",
);

/** Holds the call of the user around all pages, so that it continues while they browse. */
export function CallProvider(props: { readonly children: JSX.Element }) {
  const connection = useConnection();
  const call = createCall(connection);
  const ringing = createRinging(connection, call);
  listenToCallKeys(call);
  createCallSounds(call);
  createMediaSession(call);
  createWakeLock(call);
  return <CallsProvider value={{ call, ringing }}>{props.children}</CallsProvider>;
}

export const useCall = () => useCalls().call;
export const useRinging = () => useCalls().ringing;

/** Listens to the keys that mute and deafen, as long as there is a call. */
function listenToCallKeys(call: Call): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const name = (["mute", "deafen"] as const).find((each) => isPressed(event, each));
    if (!name || call.state() === "idle") return;
    event.preventDefault();
    if (name === "mute") call.toggleMute();
    else call.toggleDeafen();
  };
  listen(window, "keydown", onKeyDown);
}
