import { expect, test } from "bun:test";
import { fitFiles } from "./draft-files.ts";

const named = (name: string, size: number) => ({
  file: new File([new Uint8Array(size)], name),
  isSpoiler: false,
});

test("files are kept as long as there is room, and the others are remembered by name", () => {
  const small = named("small", 1_000);
  const large = named("large", 32_000_000);
  const last = named("last", 31_999_000);
  expect(fitFiles([small, large, last])).toEqual({ files: [small, last], lost: ["large"] });
});
