import { createSignal, onCleanup } from "solid-js";

/**
 * Lets a part of the page fill the screen. The whole page becomes full screen and the part lies above the rest of it,
 * so that menus and messages of other parts are still seen.
 */
export function createFullscreen() {
  const [isOn, setOn] = createSignal(false);
  const onChange = () => {
    if (!document.fullscreenElement) setOn(false);
  };
  document.addEventListener("fullscreenchange", onChange);
  onCleanup(() => {
    document.removeEventListener("fullscreenchange", onChange);
    if (isOn()) void leave();
  });

  async function toggle(): Promise<void> {
    if (isOn()) {
      setOn(false);
      return await leave();
    }
    setOn(true);
    try {
      await document.documentElement.requestFullscreen?.();
    } catch {
      // The part fills the window at least.
    }
  }
  return { isOn, toggle };
}

async function leave(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
}
