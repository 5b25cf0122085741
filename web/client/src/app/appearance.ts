import { createEffect, createRoot, createSignal } from "solid-js";

export type Theme = "light" | "dark" | "system";

/** How this device shows the pages. */
export interface Appearance {
  readonly theme: Theme;
}

const key = "appearance";
const standard: Appearance = { theme: "system" };

const [appearance, setStored] = createSignal<Appearance>(read());
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const [isSystemDark, setSystemDark] = createSignal(darkScheme.matches);
darkScheme.addEventListener("change", ({ matches }) => setSystemDark(matches));

export { appearance };

export function setAppearance(changes: Partial<Appearance>): void {
  const next = { ...appearance(), ...changes };
  localStorage.setItem(key, JSON.stringify(next));
  setStored(next);
}

createRoot(() => {
  createEffect(() => {
    const { theme } = appearance();
    const isDark = theme === "dark" || (theme === "system" && isSystemDark());
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  });
});

function read(): Appearance {
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Appearance>) };
  } catch {
    return standard;
  }
}
