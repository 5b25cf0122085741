import { luminance } from "@ui/contrast.ts";
import { createEffect, createRoot } from "solid-js";
import { noTheme, sheetOf } from "../preferences/own-theme.ts";
import { type Appearance, appearance, ownTheme, storeAppearance } from "../preferences/preferences.ts";
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

/** The way out if a custom style sheet makes a page unusable: any address with `?plain`. */
const isPlain = new URLSearchParams(location.search).has("plain");
const themeInForce = () => (isPlain ? noTheme : ownTheme());

export function isDark(): boolean {
  const { colours } = themeInForce();
  if (colours) return luminance(colours.ground) < luminance(colours.text);
  const { theme } = appearance();
  return theme === "dark" || (theme === "system" && isSystemDark());
}

/** Whether animations and moving images should wait until they are asked for. */
export function isMotionReduced(): boolean {
  return appearance().reducedMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether moving images stand still until the pointer is on them. */
export function areImagesStill(): boolean {
  return isMotionReduced() || (appearance().stillUnfocused && !isWindowFocused());
}

createRoot(() => {
  // The content security policy forbids style elements, and allows sheets that script makes.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  createEffect(() => sheet.replaceSync(sheetOf(themeInForce())));
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
