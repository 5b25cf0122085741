/** What is used of a canvas of `side` pixels to draw on. */
export type Canvas2d = Pick<
  CanvasRenderingContext2D,
  "clearRect" | "fillText" | "getImageData" | "measureText" | "fillStyle" | "font" | "textBaseline"
>;

const side = 20;
/** How many are drawn before the browser may paint. */
const portion = 100;

/**
 * The emoji of a list that this machine has no image for. Browsers do not tell, so each is drawn: a sequence that
 * falls apart is wider than one emoji, and what stands for a missing image has the colour of text. Where no emoji has
 * colours, or the browser tells strangers nothing true about pixels, only what looks like an unassigned character is
 * missing.
 */
export async function missingEmoji(
  all: readonly string[],
  context: Canvas2d | null = newCanvas(),
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  if (!context) return missing;
  context.font = `${side - 4}px sans-serif`;
  context.textBaseline = "top";
  const draw = (text: string, colour: string) => {
    context.clearRect(0, 0, side, side);
    context.fillStyle = colour;
    context.fillText(text, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, side, side).data.buffer);
  };
  const hasColours = (emoji: string) => {
    const black = draw(emoji, "#000");
    return black.some((pixel) => pixel !== 0) && isEqual(black, draw(emoji, "#fff"));
  };
  const areColoured = hasColours("😀");
  const unassigned = draw("\u{1FFFF}", "#000");
  const widest = context.measureText("😀").width * 1.25;
  const isMissing = (emoji: string) => {
    if (context.measureText(emoji).width > widest) return true;
    // These are older than emoji: every machine has them, some as characters of text.
    if (!/[\u{10000}-\u{10FFFF}]/u.test(emoji)) return false;
    return areColoured ? !hasColours(emoji) : isEqual(draw(emoji, "#000"), unassigned);
  };
  for (const [index, emoji] of all.entries()) {
    if (index % portion === portion - 1) await new Promise((resolve) => setTimeout(resolve));
    if (isMissing(emoji)) missing.add(emoji);
  }
  return missing;
}

function newCanvas(): Canvas2d | null {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  return canvas.getContext("2d", { willReadFrequently: true });
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.every((pixel, index) => pixel === other[index]);
}
