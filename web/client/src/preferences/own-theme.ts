import { contrast } from "@ui/contrast.ts";
import { fieldsOf, isText, type Schema } from "./schemas.ts";

/** The tokens that a custom theme sets. */
export const colourNames = ["ground", "surface", "side", "line", "text", "muted", "accent"] as const;
type ColourName = (typeof colourNames)[number];
export type Colours = Readonly<Record<ColourName, string>>;

/** A custom theme. What it leaves out keeps its default. */
interface OwnTheme {
  readonly colours?: Colours | undefined;
  /** The name of a font of this device. */
  readonly font: string;
  readonly css: string;
}

export const noTheme: OwnTheme = { font: "", css: "" };
export const longestFont = 100;
export const longestCss = 50_000;

const isColour = (value: unknown): value is string => isText(value) && /^#[\da-f]{6}$/i.test(value);

/** Made valid whatever is stored or imported: all colours or none, and no text that is too long. */
export const themeSchema: Schema<OwnTheme> = (stored) => {
  const { colours, font, css } = fieldsOf(stored);
  const found = fieldsOf(colours);
  const text = (value: unknown, longest: number) => (isText(value) && value.length <= longest ? value : "");
  return {
    ...(colourNames.every((name) => isColour(found[name])) && { colours: pick(found) }),
    font: text(font, longestFont),
    css: text(css, longestCss),
  };
};

const pick = (found: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(colourNames.map((name) => [name, String(found[name]).toLowerCase()])) as Record<
    ColourName,
    string
  >;

/** What cannot be read well: text of less contrast than 4.5 with a ground that it is on. */
export function unreadable(colours: Colours): readonly (readonly [text: ColourName, ground: ColourName])[] {
  const pairs = (["text", "muted", "accent"] as const).flatMap((text) =>
    (["ground", "surface", "side"] as const).map((ground) => [text, ground] as const),
  );
  return pairs.filter(([text, ground]) => contrast(colours[text], colours[ground]) < 4.5);
}

/** The style sheet of a theme. It belongs to no layer, so that it wins over the styles of the client. */
export function sheetOf({ colours, font, css }: OwnTheme): string {
  const lines = colourNames.flatMap((name) => (colours ? [`--${name}: ${colours[name]};`] : []));
  if (colours) {
    const isWhiteReadable = contrast("#ffffff", colours.accent) >= contrast("#000000", colours.accent);
    lines.push(`--on-accent: ${isWhiteReadable ? "#ffffff" : "#000000"};`);
  }
  const name = font.replaceAll(/["\\\n\r\f]/g, "").trim();
  if (name !== "") lines.push(`--face: "${name}", system-ui, sans-serif;`);
  return `${lines.length > 0 ? `:root:root {\n${lines.join("\n")}\n}\n` : ""}${withoutRequests(css)}`;
}

const comment = /\/\*[\s\S]*?(?:\*\/|$)/;
const string = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/;
const dataUrl = new RegExp(
  `url\\([ \\t\\n]*(?=["']?data:)(?:${string.source}|[^\\s"'()\\\\*]+)[ \\t\\n]*\\)`,
);
const requesting = /url\([^"'()\\]*\)|(?:url|src|image[\w-]*)\(|\\/;
const piece = new RegExp(
  `(${[comment, string, dataUrl].map(({ source }) => source).join("|")})|${requesting.source}`,
  "gi",
);

/**
 * The styles without anything that requests more than a `data:` URL, because the address of a request could tell
 * another site what the page shows. Backslashes outside strings are replaced too, because escapes can spell the name of
 * a function.
 */
function withoutRequests(css: string): string {
  return css.replaceAll(/\r\n?|\f/g, "\n").replaceAll(piece, (match, kept?: string) => {
    if (kept !== undefined) return kept;
    if (match === "\\") return "\ufffd";
    return match.endsWith(")") ? "blocked()" : "blocked(";
  });
}
