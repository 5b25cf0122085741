import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import { describeFiles } from "./describe-files.ts";

const newFile = (_id: string, description?: string): File => ({
  _id,
  tag: "attachments",
  filename: `${_id}.png`,
  metadata: { type: "File" },
  content_type: "image/png",
  size: 1,
  ...(description !== undefined && { description }),
});

test("a description is added, replaced and removed, and others stay", () => {
  const files = [newFile("a"), newFile("b", "old"), newFile("c", "gone"), newFile("d", "stays")];
  const described = describeFiles(files, [
    { id: "a", description: " an otter " },
    { id: "b", description: "new" },
    { id: "c", description: "  " },
  ]);
  expect(described).toEqual([
    newFile("a", "an otter"),
    newFile("b", "new"),
    newFile("c"),
    newFile("d", "stays"),
  ]);
});

test("a description of another file is refused", () => {
  expect(describeFiles([newFile("a")], [{ id: "b", description: "x" }])).toBeUndefined();
  expect(describeFiles([], [{ id: "__proto__", description: "x" }])).toBeUndefined();
});
