/** The colour names of Slack. */
const names: Readonly<Record<string, string>> = { good: "#2eb886", warning: "#daa038", danger: "#a30200" };

/** Reads a colour from a number, decimal digits, hexadecimal digits or a name. Black (0) means no colour. */
export function readColour(value: unknown): string | undefined {
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(names, text)) return names[text];
  const digits = /^(?:#|0x)?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text)?.[1];
  if (digits !== undefined && (digits.length === 6 || text.startsWith("#"))) return `#${digits}`;
  return /^\d{1,8}$/.test(text) ? fromNumber(Number(text)) : undefined;
}

function fromNumber(value: number): string | undefined {
  const isColour = Number.isInteger(value) && value > 0 && value <= 0xffffff;
  return isColour ? `#${value.toString(16).padStart(6, "0")}` : undefined;
}
