export type ColourKind = "none" | "plain" | "gradient" | "other";

/** A role's colour as the editor knows it. Values of other clients that it cannot edit are kept as they are. */
interface RoleColour {
  readonly kind: ColourKind;
  readonly first: string;
  readonly second: string;
  readonly text: string;
}

const standard = { first: "#3d7dd8", second: "#c2478f" };
const gradient = /^linear-gradient\(\s*(?:to right|90deg)\s*,\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)$/i;

export function parseColour(text: string): RoleColour {
  if (text === "") return { kind: "none", ...standard, text };
  if (/^#[0-9a-f]{6}$/i.test(text)) return { kind: "plain", ...standard, first: text.toLowerCase(), text };
  const [, first, second] = gradient.exec(text) ?? [];
  if (first && second) return { kind: "gradient", first, second, text };
  return { kind: "other", ...standard, text };
}

export function formatColour({ kind, first, second, text }: RoleColour): string {
  if (kind === "none") return "";
  if (kind === "plain") return first;
  return kind === "gradient" ? `linear-gradient(90deg, ${first}, ${second})` : text;
}
