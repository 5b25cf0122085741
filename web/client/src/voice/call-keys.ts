import { onCleanup } from "solid-js";
import type { Call } from "./call.ts";

/** Listens to the keys that mute and deafen, as long as there is a call. */
export function listenToCallKeys(call: Call): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || call.state() === "idle") return;
    const key = event.key.toLowerCase();
    if (key !== "m" && key !== "d") return;
    event.preventDefault();
    if (key === "m") call.toggleMute();
    else call.toggleDeafen();
  };
  window.addEventListener("keydown", onKeyDown);
  onCleanup(() => window.removeEventListener("keydown", onKeyDown));
}
