import { expect, test } from "bun:test";
import { type Canvas2d, missingEmoji } from "./drawn-emoji.ts";

/** A machine whose font has some emoji. What it lacks is a box in the colour of the text, or nothing. */
function machine({ has, hasColours = true, lacks = "box" }: Machine): Canvas2d {
  let pixel = 0;
  const ink = (colour: unknown) => (colour === "#fff" ? 0xffffffff : 0xff000000);
  const context: Canvas2d = {
    font: "",
    textBaseline: "alphabetic",
    fillStyle: "",
    clearRect() {
      pixel = 0;
    },
    fillText(text) {
      if (!has.includes(text)) pixel = lacks === "box" ? ink(context.fillStyle) + 1 : 0;
      else pixel = hasColours ? 0xff00cc00 : ink(context.fillStyle);
    },
    getImageData() {
      const data = new Uint8ClampedArray(new Uint32Array([pixel]).buffer);
      return { data, width: 1, height: 1, colorSpace: "srgb", pixelFormat: "rgba-unorm8" } as ImageData;
    },
    measureText: (text) => ({ width: has.includes(text) ? 16 : 16 * [...text].length }) as TextMetrics,
  };
  return context;
}
interface Machine {
  readonly has: readonly string[];
  readonly hasColours?: boolean;
  readonly lacks?: "box" | "nothing";
}

const all = ["😀", "🦦", "👩‍🚀", "©️"];
const missingOn = async (one: Machine) => [...(await missingEmoji(all, machine(one)))];

test.each([
  ["everything", { has: all }, []],
  ["a box for what it lacks", { has: ["😀", "👩‍🚀", "©️"] }, ["🦦"]],
  ["nothing for what it lacks", { has: ["😀", "👩‍🚀", "©️"], lacks: "nothing" }, ["🦦"]],
  ["sequences as their parts", { has: ["😀", "🦦", "©️"] }, ["👩‍🚀"]],
  ["characters of text without colour", { has: all, hasColours: false }, []],
  ["a box, without colour", { has: ["😀", "👩‍🚀", "©️"], hasColours: false }, ["🦦"]],
] as const)("a machine that has %s", async (_what, one, missing) => {
  expect(await missingOn(one)).toEqual([...missing]);
});

test("without a canvas nothing is missing", async () => {
  expect(await missingEmoji(all, null)).toEqual(new Set());
});
