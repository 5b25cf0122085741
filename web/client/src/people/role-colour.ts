import type { JSX } from "solid-js";

/**
 * The look of a name in the colour of a role. The class `role-colour` of the tokens makes every plain colour light or
 * dark enough for the ground; gradients are shown as they are.
 */
export function roleColour(colour: string | null | undefined): JSX.CSSProperties | undefined {
  if (!colour) return undefined;
  if (!colour.includes("gradient(")) return { "--role-colour": colour };
  return { "background-image": colour, "background-clip": "text", color: "transparent" };
}
