import { listen } from "@ui/listen.ts";
import { createEffect, createSignal, onCleanup } from "solid-js";
import { isWriting, keysPressed } from "../../components/key-names.ts";
import { desktop } from "../../desktop/bridge.ts";
import { voiceInput } from "../../preferences/preferences.ts";

/**
 * Whether the key that opens or closes the microphone is held, or the button that stands for it. `isUsed` says whether
 * the key is listened to: in the page while it has the focus, and in every program if the desktop shell can.
 */
export function createHoldKey(isUsed: () => boolean) {
  const [isHeld, setHeld] = createSignal(false);
  let release: ReturnType<typeof setTimeout> | undefined;

  function hold(): void {
    clearTimeout(release);
    setHeld(true);
  }
  /** Speech ends a little after the key: its last sound is sent, too. Whoever mutes by the key speaks at once again. */
  function letGo(): void {
    const { mode, releaseDelay } = voiceInput();
    clearTimeout(release);
    if (mode === "push-to-talk") release = setTimeout(() => setHeld(false), releaseDelay);
    else setHeld(false);
  }
  const isKey = (event: KeyboardEvent) => isUsed() && event.code === voiceInput().key.code;

  // Before anything else on the page acts on it.
  listen(
    window,
    "keydown",
    (event) => {
      if (!isKey(event) || isWrittenInto(event)) return;
      event.preventDefault();
      event.stopPropagation();
      hold();
    },
    { capture: true },
  );
  listen(window, "keyup", (event) => isKey(event) && letGo(), { capture: true });
  const isTaken = createTakenKey(isUsed);
  listen(window, "ermine-hold-key", ({ detail }) => isUsed() && (detail ? hold() : letGo()));
  // A key that is released elsewhere is not reported, unless it is one for every program.
  listen(window, "blur", () => isHeld() && !isTaken() && letGo());
  onCleanup(() => clearTimeout(release));
  return { isHeld, hold, letGo };
}

/** Whether the desktop shell reports the key. Another program may have it already, or it is one that writes. */
function createTakenKey(isUsed: () => boolean): () => boolean {
  const [isTaken, setTaken] = createSignal(false);
  createEffect(() => {
    const bridge = desktop();
    const code = isUsed() ? voiceInput().key.code : undefined;
    if (!bridge || !code) return;
    let isCurrent = true;
    void bridge.holdKey(code).then((taken) => isCurrent && setTaken(taken));
    onCleanup(() => {
      isCurrent = false;
      setTaken(false);
      void bridge.holdKey(null);
    });
  });
  return isTaken;
}

/** Whether the key writes into the field that has the focus: whoever writes does not speak by that. */
function isWrittenInto(event: KeyboardEvent): boolean {
  const { target } = event;
  const isField =
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return isField && isWriting(keysPressed(event) ?? "");
}
