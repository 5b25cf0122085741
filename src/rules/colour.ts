const maxLength = 128;

// Every pattern is anchored and reads each character once: none has two ways to match the same text.
const alphabet = /^[a-z0-9 #%(),.-]+$/i;
const word = /^[a-z ]+$/i;
const variable = /^var\(--[a-z0-9-]+\)$/i;
const hex = /^#[0-9a-f]+$/i;
const channels = /^rgba?\(([0-9., %]+)\)$/i;
const number = /^(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)%?$/;
const gradient = /^(?:repeating-)?(?:linear|conic|radial)-gradient\((.+)\)$/i;
const angle = /^[0-9]+deg$/i;
const position = /^(?:[0-9]{1,3}%|0)$/;
const hueMethod = /^(?:shorter|longer|increasing|decreasing)$/i;
const colourSpace = /^[a-z][a-z0-9-]*$/i;

/** Whether a role may have this colour: a CSS colour or gradient, within the subset that all clients accept. */
export function isColour(text: string): boolean {
  return text.length <= maxLength && followsGrammar(text);
}

/** Texts of any length; takes time linear in the length. */
export function followsGrammar(text: string): boolean {
  if (!alphabet.test(text)) return false;
  const inside = gradient.exec(text)?.[1];
  return inside === undefined ? isValue(text) : isGradient(splitOutside(inside));
}

function isValue(text: string): boolean {
  if (word.test(text)) return text.trim() !== "";
  if (variable.test(text) || hex.test(text)) return true;
  const numbers = channels.exec(text)?.[1]?.split(/[ ,]/).filter(Boolean) ?? [];
  return numbers.length > 0 && numbers.every((text) => number.test(text));
}

function isGradient([first = "", ...stops]: string[]): boolean {
  const { value, offset } = withoutInterpolation(readStop(first));
  const opening = offset === undefined && (value === "" || angle.test(value));
  if (opening ? first.trim() === "" : !isValue(value)) return false;
  return stops.length >= (opening ? 2 : 1) && stops.every((stop) => isValue(readStop(stop).value));
}

interface Stop {
  readonly value: string;
  /** E.g. `50%` or `0`. */
  readonly offset?: string | undefined;
}

function readStop(text: string): Stop {
  const stop = text.trim();
  const space = stop.lastIndexOf(" ");
  const offset = stop.slice(space + 1);
  return space > 0 && position.test(offset)
    ? { value: stop.slice(0, space).trim(), offset }
    : { value: stop };
}

/** The first part of a gradient may end with `in`, a colour space and a hue interpolation method. */
function withoutInterpolation({ value, offset }: Stop): Stop {
  const words = value.split(" ").filter(Boolean);
  const tail = (from: number) => words.at(from) ?? "";
  const hue = /^hue$/i.test(tail(-1)) && hueMethod.test(tail(-2)) ? 2 : 0;
  const isInterpolation = /^in$/i.test(tail(-2 - hue)) && colourSpace.test(tail(-1 - hue));
  return { value: isInterpolation ? words.slice(0, -2 - hue).join(" ") : value, offset };
}

/** Splits at commas outside parentheses. */
function splitOutside(text: string): string[] {
  const segments: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      segments.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...segments, text.slice(start)];
}
