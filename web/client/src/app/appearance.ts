import { createEffect, createRoot, createSignal } from "solid-js";

export const themes = ["system", "light", "dark"] as const;
export const accents = ["fox", "rose", "plum", "iris", "sea", "pine", "moss", "slate"] as const;
export const densities = ["comfortable", "compact"] as const;
export const fontSizes = ["small", "medium", "large", "larger"] as const;

/** How this device shows the pages. */
export interface Appearance {
  readonly theme: (typeof themes)[number];
  readonly accent: (typeof accents)[number];
  readonly density: (typeof densities)[number];
  readonly fontSize: (typeof fontSizes)[number];
  /** Beside what the system asks for. */
  readonly reducedMotion: boolean;
  readonly moreContrast: boolean;
}

const key = "appearance";
const standard: Appearance = {
  theme: "system",
  accent: "fox",
  density: "comfortable",
  fontSize: "medium",
  reducedMotion: false,
  moreContrast: false,
};
const fontScales: Record<Appearance["fontSize"], number> = {
  small: 0.875,
  medium: 1,
  large: 1.125,
  larger: 1.25,
};

const [appearance, setStored] = createSignal<Appearance>(read());
const isSystemDark = watchMedia("(prefers-color-scheme: dark)");
const isContrastWanted = watchMedia("(prefers-contrast: more)");

export { appearance };

export function setAppearance(changes: Partial<Appearance>): void {
  const next = { ...appearance(), ...changes };
  localStorage.setItem(key, JSON.stringify(next));
  setStored(next);
}

export function isDark(): boolean {
  const { theme } = appearance();
  return theme === "dark" || (theme === "system" && isSystemDark());
}

/** Whether animations and moving pictures should wait until they are asked for. */
export function isMotionReduced(): boolean {
  return appearance().reducedMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
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

function watchMedia(query: string): () => boolean {
  const list = matchMedia(query);
  const [matches, setMatches] = createSignal(list.matches);
  list.addEventListener("change", (event) => setMatches(event.matches));
  return matches;
}

/** Anything that is not a known value counts as the standard: an older or newer version may have written it. */
function read(): Appearance {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    const choose = <T>(values: readonly T[], value: unknown, otherwise: T): T =>
      values.find((known) => known === value) ?? otherwise;
    return {
      theme: choose(themes, stored.theme, standard.theme),
      accent: choose(accents, stored.accent, standard.accent),
      density: choose(densities, stored.density, standard.density),
      fontSize: choose(fontSizes, stored.fontSize, standard.fontSize),
      reducedMotion: stored.reducedMotion === true,
      moreContrast: stored.moreContrast === true,
    };
  } catch {
    return standard;
  }
}
