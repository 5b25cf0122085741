import type { JSX } from "solid-js";

/** A colour or gradient for a style, if it is one: a value of somebody else must not load anything. */
export function cssColour(text: string | null | undefined): string | undefined {
  return text && /^[a-z\d\s#(),.%-]+$/i.test(text) && !/url|image|attr|src/i.test(text) ? text : undefined;
}

/**
 * The style of a name in the colour of a role. The class `role-colour` of the tokens makes every plain colour light or
 * dark enough for the ground; gradients are shown as they are.
 */
export function roleColour(text: string | null | undefined): JSX.CSSProperties | undefined {
  const colour = cssColour(text);
  if (!colour) return undefined;
  if (!colour.includes("gradient(")) return { "--role-colour": colour };
  return { "background-image": colour, "background-clip": "text", color: "transparent" };
}
