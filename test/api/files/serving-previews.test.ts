import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import sharp from "sharp";
import { fileTags } from "../../../src/domains/files/model.ts";
import { previewKey, previewKeysOf } from "../../../src/domains/files/rules/serving.ts";
import type { FilesTables } from "../../../src/domains/files/tables.ts";
import { diskAndS3, lengthHeader, openStorage } from "../../support/files/storages.ts";
import { drawPng, type StoredFile, storeFile, storeImage } from "../../support/files/stored-file.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { isThorough } from "../../support/run/is-thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { until } from "../../support/until.ts";

/** The tests replace parts of the process that serves their requests. */
const alone = { nodes: 1 };

describe.each([...diskAndS3])("previews on %s", (storage) => {
  /** For how they are rendered, which does not depend on where they are stored. */
  const testOnce = test.if(isThorough || storage !== "sqlite with S3");
  let server: TestServer;
  beforeAll(async () => {
    server = await openStorage(storage, alone);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function fetchPreview({ url }: Pick<StoredFile, "url">, init: RequestInit = {}) {
    const response = await fetch(url, { redirect: "manual", ...init });
    return { status: response.status, headers: response.headers, bytes: await response.bytes() };
  }

  async function sizeOf(file: StoredFile) {
    const { status, headers, bytes } = await fetchPreview(file);
    expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { format, width, height, pages = 1 } = await sharp(bytes).metadata();
    expect([format, pages]).toEqual(["webp", 1]);
    return { width, height };
  }

  const storedPreview = ({ blobKey, tag }: StoredFile) =>
    server.running.services.blobs.size(previewKey(blobKey, tag));

  /** Waits for the stored preview, not one in flight. */
  async function fetchStored(file: StoredFile, init: RequestInit = {}) {
    using reads = spyOn(server.running.services.blobs, "get");
    const isRead = () => reads.mock.calls.some(([key]) => key === previewKey(file.blobKey, file.tag));
    await until(async () => {
      await fetchPreview(file);
      return isRead();
    });
    return fetchPreview(file, init);
  }

  testOnce("fit into the box of their tag", async () => {
    const boxes = {
      attachments: [1280, 1280],
      avatars: [128, 128],
      backgrounds: [1280, 720],
      icons: [128, 128],
      banners: [480, 480],
      emojis: [128, 128],
    };
    expect(Object.keys(boxes)).toEqual(Object.keys(fileTags));
    for (const [tag, [width = 0, height = 0]] of Object.entries(boxes) as [keyof typeof boxes, number[]][]) {
      const wide = await storeImage(server, { tag, width: 2_000, height: 500 });
      expect(await sizeOf(wide)).toEqual({ width, height: width / 4 });
      const tall = await storeImage(server, { tag, width: 500, height: 2_000 });
      expect(await sizeOf(tall)).toEqual({ width: height / 4, height });
    }
  });

  test("are never larger than the image", async () => {
    expect(await sizeOf(await storeImage(server, { width: 30, height: 20 }))).toEqual({
      width: 30,
      height: 20,
    });
  });

  test("of animated avatars and icons show the first frame", async () => {
    for (const tag of ["avatars", "icons"] as const) {
      const file = await storeImage(server, { tag, width: 256, height: 64, animated: true });
      expect(await sizeOf(file)).toEqual({ width: 128, height: 32 });
      const { bytes } = await fetchPreview(file);
      const { dominant } = await sharp(bytes).stats();
      expect(dominant.r).toBeGreaterThan(200);
    }
  });

  test("stand upright", async () => {
    const content = await sharp(await drawPng(40, 20))
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    const metadata = { type: "Image", width: 20, height: 40 } as const;
    const file = await storeFile(server, { content, metadata, type: "image/webp" });
    expect(await sizeOf(file)).toEqual({ width: 20, height: 40 });
  });

  test("have the same headers before and after they are stored", async () => {
    const file = await storeImage(server, { width: 300, height: 300 });
    const made = await fetchPreview(file);
    const stored = await fetchStored({ ...file, url: `${file.url}?ignored=1` });
    expect(stored.bytes).toEqual(made.bytes);
    for (const { status, headers } of [made, stored]) {
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=604800, must-revalidate",
        "content-disposition": "inline",
        ...lengthHeader(storage, made.bytes.length),
        "content-security-policy": expect.stringContaining("sandbox"),
        "content-type": "image/webp",
        "cross-origin-resource-policy": "cross-origin",
        etag: made.headers.get("etag"),
        "x-content-type-options": "nosniff",
      });
    }
    const part = await fetchStored(file, { headers: { range: "bytes=4-9" } });
    expect([part.status, part.bytes]).toEqual([206, made.bytes.slice(4, 10)]);
    const head = await fetchPreview(file, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get("content-length")).toBe(String(made.bytes.length));
    const original = await fetch(file.originalUrl, { method: "HEAD" });
    expect(original.headers.get("etag")).not.toBe(made.headers.get("etag"));
  });

  test("are not rendered for a matching If-None-Match", async () => {
    const [file, twin] = [
      await storeImage(server, { width: 9, height: 9 }),
      await storeImage(server, { width: 9, height: 9 }),
    ];
    const etag = (await fetchPreview(file)).headers.get("etag") ?? "";
    await until(async () => (await storedPreview(file)) !== undefined);
    await server.running.services.blobs.delete(previewKey(file.blobKey, file.tag));
    const { status, bytes, headers } = await fetchPreview(file, { headers: { "if-none-match": etag } });
    expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, etag]);
    expect(await storedPreview(file)).toBeUndefined();
    expect((await fetchPreview(twin, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  test("are rendered once for requests at the same time", async () => {
    const file = await storeImage(server, { width: 1_500, height: 1_500 });
    const { blobs } = server.running.services;
    using reads = spyOn(blobs, "get");
    using writes = spyOn(blobs, "put");
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetchPreview(file)));
    await until(async () => (await storedPreview(file)) !== undefined);
    responses.push(await fetchPreview(file));
    expect(new Set(responses.map(({ bytes }) => Bun.hash(bytes))).size).toBe(1);
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(reads.mock.calls.filter(([key]) => key === file.blobKey).length).toBe(1);
    expect(writes.mock.calls.filter(([key]) => key.startsWith(`${file.blobKey}-`)).length).toBe(1);
  });

  test("are sent before they are stored, and also if storing fails", async () => {
    allowLoggedErrors(/a preview could not be stored/);
    const { blobs } = server.running.services;
    const failing = await storeImage(server, { width: 10, height: 10 });
    {
      using put = spyOn(blobs, "put").mockRejectedValue(new Error("the disk is full"));
      expect(await sizeOf(failing)).toEqual({ width: 10, height: 10 });
      await until(() => put.mock.calls.length === 1);
    }
    const slow = await storeImage(server, { width: 10, height: 10 });
    const { promise, resolve } = Promise.withResolvers<{ size: number }>();
    {
      using put = spyOn(blobs, "put").mockReturnValue(promise);
      expect(await sizeOf(slow)).toEqual({ width: 10, height: 10 });
      expect(await sizeOf(slow)).toEqual({ width: 10, height: 10 });
      expect(put.mock.calls.length).toBe(1);
      resolve({ size: 0 });
    }
    expect(await sizeOf(failing)).toEqual({ width: 10, height: 10 });
    await until(async () => (await storedPreview(failing)) !== undefined);
  });

  test("of a file that is deleted meanwhile are deleted as well", async () => {
    const { services, store } = server.running;
    const file = await storeImage(server, { width: 10, height: 10 });
    const put = services.blobs.put.bind(services.blobs);
    using writes = spyOn(services.blobs, "put").mockImplementation(async (key, content) => {
      await store.write(async (tx) => {
        const sql = tx.sql<FilesTables>();
        await sql.deleteFrom("files").where("id", "=", file.id).execute();
        await sql.deleteFrom("stored_files").where("blob_key", "=", file.blobKey).execute();
      });
      return put(key, content);
    });
    using removals = spyOn(services.blobs, "delete");
    expect(await sizeOf(file)).toEqual({ width: 10, height: 10 });
    await until(() => removals.mock.calls.length === 1);
    await removals.mock.results[0]?.value;
    expect(writes.mock.calls.length).toBe(1);
    for (const key of previewKeysOf(file.blobKey)) expect(await services.blobs.size(key)).toBeUndefined();
  });

  describe("an image that cannot be decoded redirects to the original:", () => {
    const metadata = { type: "Image", width: 10, height: 10, animated: false } as const;

    async function expectRedirect(file: StoredFile): Promise<void> {
      const { status, headers } = await fetchPreview(file);
      expect([status, headers.get("location")]).toEqual([308, `/autumn/${file.tag}/${file.id}/file.bin`]);
    }

    test("a corrupt one, which is not tried again", async () => {
      const picture = await drawPng(200, 200);
      const broken = [
        new TextEncoder().encode("not a picture"),
        picture.slice(0, picture.length / 2),
        new Uint8Array(),
      ];
      for (const content of broken) {
        const file = await storeFile(server, { tag: "avatars", content, metadata, type: "image/png" });
        await expectRedirect(file);
        await until(async () => (await storedPreview(file)) === 0);
        using reads = spyOn(server.running.services.blobs, "get");
        await expectRedirect(file);
        expect(reads.mock.calls.length).toBe(0);
      }
    });

    testOnce("one with too many pixels", async () => {
      const raw = { width: 8_000, height: 6_000, channels: 1 } as const;
      const black = Buffer.alloc(raw.width * raw.height);
      const content = await sharp(black, { raw }).png({ compressionLevel: 1 }).toBuffer();
      await expectRedirect(await storeFile(server, { content, metadata, type: "image/png" }));
    });

    test("one whose content is missing", async () => {
      const file = await storeFile(server, { content: new Uint8Array(1), metadata, type: "image/png" });
      await server.running.services.blobs.delete(file.blobKey);
      await expectRedirect(file);
      expect(await storedPreview(file)).toBeUndefined();
    });
  });
});
