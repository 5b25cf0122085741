import { createEffect, createRoot } from "solid-js";
import { type Appearance, appearance, storeAppearance } from "../preferences/preferences.ts";
import { watchMedia } from "./watch-media.ts";
import { isWindowFocused } from "./window-focus.ts";

const fontScales: Record<Appearance["fontSize"], number> = {
  small: 0.875,
  medium: 1,
  large: 1.125,
  larger: 1.25,
};

const isSystemDark = watchMedia("(prefers-color-scheme: dark)");
const isContrastWanted = watchMedia("(prefers-contrast: more)");

export function setAppearance(changes: Partial<Appearance>): void {
  storeAppearance({ ...appearance(), ...changes });
}

export function isDark(): boolean {
  const { theme } = appearance();
  return theme === "dark" || (theme === "system" && isSystemDark());
}

/** Whether animations and moving images should wait until they are asked for. */
function isMotionReduced(): boolean {
  return appearance().reducedMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether moving images stand still until the pointer is on them. */
export function areImagesStill(): boolean {
  return isMotionReduced() || (appearance().stillUnfocused && !isWindowFocused());
}

createRoot(() => {
  createEffect(() => {
    const { dataset, style } = document.documentElement;
    const { accent, density, fontSize, reducedMotion, moreContrast } = appearance();
    dataset.theme = isDark() ? "dark" : "light";
    dataset.accent = accent;
    dataset.density = density;
    dataset.contrast = moreContrast || isContrastWanted() ? "more" : "standard";
    dataset.motion = reducedMotion ? "reduced" : "full";
    style.setProperty("--font-scale", String(fontScales[fontSize]));
  });
});
