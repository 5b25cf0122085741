import { createEffect, createSignal, onCleanup } from "solid-js";

/** The time, ticking every second while there is a moment to wait for. */
export function clockUntil(end: () => number | undefined): () => number {
  const [now, setNow] = createSignal(Date.now());
  createEffect(() => {
    const wanted = end();
    setNow(Date.now());
    if (wanted === undefined || wanted <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= wanted) clearInterval(timer);
    }, 1_000);
    onCleanup(() => clearInterval(timer));
  });
  return now;
}
