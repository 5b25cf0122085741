import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { contentOf, readFileState } from "../../support/files/file-state.ts";
import { makeAnimation, makeImage, makeMp4, makeWebm } from "../../support/files/make-images.ts";
import { diskAndS3, openStorage } from "../../support/files/storages.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";

for (const storage of diskAndS3) {
  describe(`the processing of uploads on ${storage}`, () => {
    let server: TestServer;
    let ann: Person;
    beforeAll(async () => {
      server = await openStorage(storage);
      ann = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const readFile = async (id: string) => readFileState(server, id);

    test("the type is detected by the content", async () => {
      const cases: [content: Buffer | string, name: string, type: string, metadata: object][] = [
        ["just words, ünïcode", "words.png", "text/plain", { type: "Text" }],
        ["<html><script>alert(1)</script>", "page.html", "text/plain", { type: "Text" }],
        [makeMp4(640, 360), "film.txt", "video/mp4", { type: "Video", width: 640, height: 360 }],
        [makeMp4(640, 360, { rotated: true }), "f", "video/mp4", { type: "Video", width: 360, height: 640 }],
        [makeWebm(320, 200), "f", "video/webm", { type: "Video", width: 320, height: 200 }],
        [Buffer.from("fLaC\0\0\0\x22", "latin1"), "song.mp4", "audio/x-flac", { type: "Audio" }],
        [
          Buffer.from("MZ\x90\0\x03\0", "latin1"),
          "setup.exe",
          "application/vnd.microsoft.portable-executable",
          { type: "File" },
        ],
      ];
      for (const [content, filename, content_type, metadata] of cases) {
        const id = await uploadFile(server, ann, { content, filename, type: "image/png" });
        expect(await readFile(id), filename).toMatchObject({ content_type, metadata, filename });
      }
    });

    test.each(["jpeg", "png", "webp", "avif", "tiff"] as const)(
      "a %s from a camera is turned upright, and loses the metadata of the camera",
      async (format) => {
        const content = await makeImage(format, { width: 40, height: 20, orientation: 6 });
        const original = await sharp(content).metadata();
        const file = await readFile(await uploadFile(server, ann, { content }));
        const storedContent = await contentOf(server, file.blob_key);
        // The container of an AVIF rotates it, not its EXIF.
        const isTurned = original.autoOrient.width === 20;
        const [width, height] = isTurned ? [20, 40] : [40, 20];
        expect(file).toMatchObject({
          content_type: `image/${format}`,
          size: storedContent.length,
          metadata: { type: "Image", width, height, animated: false, thumbhash: expect.any(Array) },
        });
        const storedMetadata = await sharp(storedContent).metadata();
        expect({ ...storedMetadata }).toMatchObject({ width, height });
        expect([storedMetadata.orientation ?? 1, storedMetadata.exif, storedMetadata.xmp]).toEqual([
          1,
          undefined,
          undefined,
        ]);
        expect(storedContent.toString("latin1")).not.toContain("SpyCam");
        // The TIFF writer of the test leaves it out.
        if (format !== "tiff") expect(content.toString("latin1")).toContain("SpyCam");
      },
    );

    test.each([
      ["gif", 1],
      ["gif", 3],
      ["webp", 3],
    ] as const)("a %s of %d frames stays as it is", async (format, frames) => {
      const content = frames === 1 ? await makeImage(format) : await makeAnimation(format, frames);
      const file = await readFile(await uploadFile(server, ann, { content, tag: "avatars" }));
      expect(file).toMatchObject({
        content_type: `image/${format}`,
        metadata: { type: "Image", animated: frames > 1 },
      });
      expect(await contentOf(server, file.blob_key)).toEqual(content);
    });

    test("a thumbhash is a short list of bytes", async () => {
      const file = await readFile(
        await uploadFile(server, ann, { content: await makeImage("png", { width: 300, height: 200 }) }),
      );
      const { thumbhash } = file.metadata as { thumbhash: number[] };
      expect(thumbhash.length).toBeGreaterThan(4);
      expect(thumbhash.length).toBeLessThan(30);
      for (const byte of thumbhash) expect(byte).toBe(byte & 0xff);
    });

    test("a video loses its location", async () => {
      const content = makeMp4(64, 48);
      const file = await readFile(await uploadFile(server, ann, { content }));
      const storedContent = await contentOf(server, file.blob_key);
      expect(content.toString("latin1")).toContain("+52.5200");
      expect(storedContent.toString("latin1")).not.toContain("+52.5200");
      expect(storedContent.length).toBe(content.length);
    });

    test("a photograph that is too large to decode loses its location as well", async () => {
      await using other = await openStorage(storage, { config: { files: { max_side: 50 } } });
      const content = await makeImage("jpeg", { width: 60, height: 20, orientation: 6 });
      const file = await readFileState(other, await uploadFile(other, await newUser(other), { content }));
      expect(file).toMatchObject({ content_type: "application/octet-stream", metadata: { type: "File" } });
      const storedContent = await contentOf(other, file.blob_key);
      expect(storedContent.length).toBe(content.length);
      expect(storedContent.toString("latin1")).not.toContain("SpyCam");
      expect((await sharp(storedContent).metadata()).width).toBe(60);
    });
  });
}
