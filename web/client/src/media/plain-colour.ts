const plain = /^(?:#[\da-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/i;
const withoutColour = new Set(["transparent", "inherit", "initial", "unset", "revert", "currentcolor"]);

/** A colour that somebody chose, if it is a plain one: gradients, variables and addresses are not. */
export function plainColour(colour: string | null | undefined): string | undefined {
  const trimmed = colour?.trim() ?? "";
  if (!plain.test(trimmed) || withoutColour.has(trimmed.toLowerCase())) return undefined;
  return CSS.supports("color", trimmed) ? trimmed : undefined;
}
