import { createEffect, on } from "solid-js";
import { type CallSound, playCallSound } from "../notifications/sounds.ts";
import { areCallSoundsOn, chosenDevices } from "../preferences/preferences.ts";
import type { Call } from "./call.ts";

/** So many people are told apart by ear; in larger calls, coming and going would be noise. */
const mostHeard = 25;

/** Lets the user hear who comes and goes in their call, and what becomes of their microphone. */
export function createCallSounds(call: Pick<Call, "state" | "channelId" | "people" | "isMuted">): void {
  const play = (sound: CallSound) =>
    areCallSoundsOn() && void playCallSound(sound, chosenDevices().audiooutput);
  const isConnected = () => call.state() === "connected";
  // A lost connection empties the room for a moment, which is nobody's leaving.
  const others = () =>
    isConnected() ? call.people.filter(({ isSelf }) => !isSelf).map(({ userId }) => userId) : undefined;

  createEffect(
    on(
      () => [call.channelId(), others()] as const,
      ([channel, now], before) => {
        const [channelBefore, then] = before ?? [];
        if (!channel || channel !== channelBefore || !now || !then || now.length > mostHeard) return;
        if (now.some((id) => !then.includes(id))) play("joined");
        else if (then.some((id) => !now.includes(id))) play("left");
      },
    ),
  );
  /** Where the user was connected last; the way to another call leads through a moment without a connection. */
  let lastChannel: string | undefined;
  createEffect(
    on([call.channelId, isConnected], ([channel, is], before) => {
      const [channelBefore, was] = before ?? [];
      if (is && !was) play(lastChannel && lastChannel !== channel ? "moved" : "joined");
      else if (!channel && channelBefore) play("left");
      if (is || !channel) lastChannel = channel;
    }),
  );
  createEffect(
    on(call.isMuted, (isMuted) => isConnected() && play(isMuted ? "muted" : "unmuted"), { defer: true }),
  );
}
