import { describe, expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { FileTag } from "../model.ts";
import { hasPreview, isFileTag, originalPath, previewKey, previewKeysOf } from "./serving.ts";

function file(tag: FileTag, metadata: File["metadata"], content_type = "image/png"): File {
  return { _id: "id", tag, filename: "name", metadata, content_type, size: 1 };
}

const image = (animated?: boolean | null) =>
  ({ type: "Image", width: 1, height: 1, ...(animated !== undefined && { animated }) }) as const;

const tags: FileTag[] = ["attachments", "avatars", "backgrounds", "icons", "banners", "emojis"];

describe("previews", () => {
  test("exist for still images", () => {
    for (const tag of tags) expect(hasPreview(file(tag, image(false))), tag).toBe(true);
  });

  test("of animated images exist for avatars and icons alone", () => {
    expect(tags.filter((tag) => hasPreview(file(tag, image(true))))).toEqual(["avatars", "icons"]);
  });

  test("exist for nothing else", () => {
    for (const metadata of [
      { type: "File" },
      { type: "Audio" },
      { type: "Video", width: 1, height: 1 },
    ] as const)
      for (const tag of tags) expect(hasPreview(file(tag, metadata)), tag).toBe(false);
  });

  test("a GIF without metadata may be animated", () => {
    for (const unknown of [undefined, null]) {
      expect(hasPreview(file("emojis", image(unknown), "image/gif"))).toBe(false);
      expect(hasPreview(file("emojis", image(unknown), "image/webp"))).toBe(true);
    }
  });

  test("have keys that can all be listed", () => {
    const keys = previewKeysOf("blob");
    expect(keys.toSorted()).toEqual(["blob-1280x1280", "blob-1280x720", "blob-128x128", "blob-480x480"]);
    for (const tag of tags) expect(keys).toContain(previewKey("blob", tag));
  });
});

describe("addresses", () => {
  test("contain the encoded name, or a placeholder where no URL can contain it", () => {
    const path = (filename: string) => originalPath({ ...file("icons", image()), filename });
    expect(path("a b/ü?#%.png")).toBe("/icons/id/a%20b%2F%C3%BC%3F%23%25.png");
    for (const filename of ["", ".", ".."]) expect(path(filename)).toBe("/icons/id/original");
    expect(path("...")).toBe("/icons/id/...");
  });

  test("begin with a tag", () => {
    expect(tags.filter(isFileTag)).toEqual(tags);
    for (const text of ["", "Icons", "toString", "__proto__", "mod"])
      expect(isFileTag(text), text).toBe(false);
  });
});
