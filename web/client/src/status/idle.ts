import { listen } from "@ui/listen.ts";
import { createEffect, on, onCleanup } from "solid-js";
import { idleIn, lastInput, setLastInput } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";
import { choosePresence, ownPresence } from "./own-status.ts";

/** How long all pages of the device are left alone before the user is idle. */
const idleAfterMs = 10 * 60_000;
const checkEveryMs = 30_000;
/** How long other devices have to answer that they are in use. */
const answerMs = 1_000;
/** Input comes by the hundred; so often it is worth a note. */
const noteEveryMs = 5_000;
const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/**
 * Makes the user idle while nobody uses their devices, and present again when somebody does. The presence that they
 * have chosen is never changed unless it is "Online". A mark among the synchronised settings says that it was this and
 * not the user: it is written before the presence changes and goes after it has changed back, so that any device can
 * restore it if the page is killed meanwhile. It is also the question to other devices: one that is in use clears it.
 */
export function becomeIdle({ client, settings, state }: Connection, isInCall: () => boolean): void {
  const [idle, setIdle] = idleIn(settings);
  const isInUse = () => isInCall() || Date.now() - lastInput() < idleAfterMs;
  let mayAskAt = 0;
  let isWaking = false;

  async function wake(): Promise<void> {
    if (isWaking || !idle().since || state() !== "online") return;
    isWaking = true;
    // What fails is tried again with the next input.
    try {
      if (ownPresence(client) === "Idle") await choosePresence(client, "Online");
      await setIdle({ since: 0 });
    } catch {
    } finally {
      isWaking = false;
    }
  }

  async function fallAsleep(): Promise<void> {
    mayAskAt = Date.now() + idleAfterMs;
    const since = Date.now();
    try {
      await setIdle({ since });
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      if (idle().since === since && !isInUse() && ownPresence(client) === "Online")
        await choosePresence(client, "Idle");
    } catch {
      // The next check tries again.
      mayAskAt = 0;
    }
  }

  function check(): void {
    if (!idle().isWanted || idle().since || isInUse() || Date.now() < mayAskAt) return;
    if (state() === "online" && ownPresence(client) === "Online") void fallAsleep();
  }

  let notedAt = 0;
  function noteInput(): void {
    const now = Date.now();
    if (now - notedAt < noteEveryMs && !idle().since) return;
    notedAt = now;
    mayAskAt = 0;
    setLastInput(now);
    void wake();
  }

  noteInput();
  for (const type of inputs) listen(document, type, noteInput);
  listen(document, "visibilitychange", () => (document.hidden ? check() : noteInput()));
  // The question of another device, or what a page has left that was killed.
  createEffect(on([() => idle().since, state], () => isInUse() && void wake()));
  const timer = setInterval(check, checkEveryMs);
  onCleanup(() => clearInterval(timer));
}
