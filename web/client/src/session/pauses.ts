import { createSignal } from "solid-js";

/** When the pauses end that the server has asked for. */
const [ends, setEnds] = createSignal<readonly number[]>([]);

/** When the last of the requests that wait is sent again; undefined if none waits. */
export const pausedUntil = (): number | undefined => (ends().length > 0 ? Math.max(...ends()) : undefined);

/** Waits, and shows the user that it does. */
export async function pause(milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  setEnds((now) => [...now, end]);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  setEnds((now) => now.toSpliced(now.indexOf(end), 1));
}
