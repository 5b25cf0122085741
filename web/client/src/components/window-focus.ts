import { createSignal } from "solid-js";

const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

const [isWindowFocused, setFocused] = createSignal(isLookedAt());
const update = () => setFocused(isLookedAt());
for (const name of ["focus", "blur"] as const) window.addEventListener(name, update);
document.addEventListener("visibilitychange", update);

/** Whether the user looks at this window, as far as the browser knows. */
export { isWindowFocused };
