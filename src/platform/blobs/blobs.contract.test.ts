import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brokenBlob, bytes, makeFolder, streamOf } from "../../../test/support/files/blob-content.ts";
import { hasS3, newS3Prefix } from "../../../test/support/files/s3.ts";
import { createDiskBlobs } from "./disk/disk.ts";
import { type Blobs, InvalidBlobKey } from "./port.ts";
import { createS3Blobs } from "./s3/s3.ts";

interface Opened {
  readonly engine: Blobs;
  readonly cleanup: () => Promise<void>;
}

async function openDisk(): Promise<Opened> {
  const directory = await makeFolder();
  const engine = createDiskBlobs(directory);
  return {
    engine,
    async cleanup() {
      await engine[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

async function openS3(): Promise<Opened> {
  const stagingFolder = await makeFolder();
  const engine = createS3Blobs(await newS3Prefix(), stagingFolder);
  return {
    engine,
    async cleanup() {
      await engine[Symbol.asyncDispose]();
      expect(await readdir(stagingFolder)).toEqual([]);
      await rm(stagingFolder, { recursive: true });
    },
  };
}

const engines = [
  { name: "disk", open: openDisk },
  ...((await hasS3()) ? [{ name: "s3", open: openS3 }] : []),
];

const digest = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

describe.each(engines)("blobs: $name", ({ open }) => {
  let opened: Opened;
  let blobs: Blobs;

  beforeEach(async () => {
    opened = await open();
    blobs = opened.engine;
  });
  afterEach(() => opened.cleanup());

  async function read(key: string, range?: { start: number; end: number }): Promise<string | undefined> {
    const stream = await blobs.get(key, range);
    return stream && (await new Response(stream).text());
  }

  async function sortedKeys(): Promise<string[]> {
    return (await Array.fromAsync(blobs.keys())).sort();
  }

  test("returns what was put, from bytes and from a stream", async () => {
    expect(await blobs.put("bytes", bytes("whole"))).toEqual({ size: 5 });
    expect(await blobs.put("stream", streamOf([bytes("in "), bytes(""), bytes("pieces")]))).toEqual({
      size: 9,
    });
    expect(await read("bytes")).toBe("whole");
    expect(await read("stream")).toBe("in pieces");
    expect(await blobs.size("stream")).toBe(9);
  });

  test("stores a file, or a part of one", async () => {
    const folder = await makeFolder();
    const path = join(folder, "content");
    await writeFile(path, "0123456789");
    expect(await blobs.put("file", Bun.file(path))).toEqual({ size: 10 });
    expect(await blobs.put("part", Bun.file(path).slice(2, 5))).toEqual({ size: 3 });
    expect(await blobs.put("memory", new Blob(["held"]))).toEqual({ size: 4 });
    expect(await Promise.all(["file", "part", "memory"].map((key) => read(key)))).toEqual([
      "0123456789",
      "234",
      "held",
    ]);
    await rm(folder, { recursive: true });
    await expect(blobs.put("gone", Bun.file(path))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await blobs.size("gone")).toBeUndefined();
  });

  test("a Response sends it with the given headers", async () => {
    await blobs.put("key", bytes("0123456789"));
    const headers = { "content-type": "image/png", "content-disposition": 'inline; filename="a.png"' };
    await using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async () => new Response(await blobs.get("key", { start: 3, end: 7 }), { headers }),
    });
    const answer = await fetch(server.url);
    expect(await answer.text()).toBe("3456");
    expect(answer.headers.toJSON()).toMatchObject(headers);
  });

  test("an unknown key is undefined, and may be deleted", async () => {
    expect(await blobs.get("nothing")).toBeUndefined();
    expect(await blobs.get("nothing", { start: 0, end: 1 })).toBeUndefined();
    expect(await blobs.size("nothing")).toBeUndefined();
    await blobs.delete("nothing");
    expect(await sortedKeys()).toEqual([]);
  });

  test("an empty blob exists", async () => {
    expect(await blobs.put("empty", new Uint8Array())).toEqual({ size: 0 });
    expect(await blobs.put("drained", streamOf([]))).toEqual({ size: 0 });
    expect(await read("empty")).toBe("");
    expect(await read("drained")).toBe("");
    expect(await read("empty", { start: 0, end: 5 })).toBe("");
    expect(await blobs.size("empty")).toBe(0);
    expect(await sortedKeys()).toEqual(["drained", "empty"]);
  });

  test.each([
    [0, 10, "0123456789"],
    [0, 1, "0"],
    [3, 7, "3456"],
    [9, 10, "9"],
    [4, 4, ""],
    [8, 99, "89"],
    [10, 11, ""],
  ])("bytes %d to %d are %p", async (start, end, expected) => {
    await blobs.put("digits", bytes("0123456789"));
    expect(await read("digits", { start, end })).toBe(expected);
  });

  test("putting a key again replaces the blob, by a shorter or longer one", async () => {
    for (const content of ["first", "2", "the third and longest"]) {
      await blobs.put("key", bytes(content));
      expect(await read("key")).toBe(content);
      expect(await blobs.size("key")).toBe(content.length);
    }
    expect(await sortedKeys()).toEqual(["key"]);
  });

  test("deleting a blob keeps the others", async () => {
    await blobs.put("one", bytes("1"));
    await blobs.put("two", bytes("2"));
    await blobs.delete("one");
    expect(await blobs.get("one")).toBeUndefined();
    expect(await sortedKeys()).toEqual(["two"]);
  });

  test("all keys are listed once", async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    await Promise.all([...keys, "a".repeat(128)].map((key) => blobs.put(key, bytes(key))));
    expect(await sortedKeys()).toEqual([...keys, "a".repeat(128)].sort());
  });

  test("a stream that breaks midway leaves nothing", async () => {
    const failure = new Error("cut off");
    const broken = streamOf([new Uint8Array(300_000), bytes("more")], failure);
    await expect(blobs.put("broken", broken)).rejects.toThrow("cut off");
    await expect(blobs.put("broken", brokenBlob(failure))).rejects.toThrow("cut off");
    expect(await blobs.get("broken")).toBeUndefined();
    expect(await sortedKeys()).toEqual([]);
  });

  test("a stream that breaks midway leaves what was there before", async () => {
    await blobs.put("key", bytes("good"));
    await expect(blobs.put("key", streamOf([bytes("bad")], new Error("cut off")))).rejects.toThrow("cut off");
    expect(await read("key")).toBe("good");
  });

  test("of many concurrent puts of one key, one wins whole", async () => {
    const contents = Array.from({ length: 20 }, (_, index) => `${index};`.repeat(20_000));
    const halves = (text: string) => [bytes(text.slice(0, 9_999)), bytes(text.slice(9_999))];
    await Promise.all(contents.map((content) => blobs.put("contested", streamOf(halves(content)))));
    const winner = (await read("contested")) ?? "";
    expect(contents.includes(winner)).toBe(true);
    expect(await blobs.size("contested")).toBe(winner.length);
    expect(await sortedKeys()).toEqual(["contested"]);
  });

  test("five megabytes come back the same, whole and from the middle", async () => {
    const content = new Uint8Array(randomBytes(5_000_000));
    const pieces = Array.from({ length: 50 }, (_, index) =>
      content.subarray(index * 100_000, (index + 1) * 100_000),
    );
    expect(await blobs.put("big", streamOf(pieces))).toEqual({ size: content.length });
    const whole = await new Response(await blobs.get("big")).bytes();
    expect(digest(whole)).toBe(digest(content));
    const [start, end] = [1_234_567, 4_321_012];
    const middle = await new Response(await blobs.get("big", { start, end })).bytes();
    expect(digest(middle)).toBe(digest(content.subarray(start, end)));
  });

  test("a reader gets one whole version while the blob is replaced", async () => {
    const versions = ["short".repeat(200_000), "longer".repeat(300_000)];
    for (const [before = "", after = ""] of [versions, versions.toReversed()]) {
      await blobs.put("key", bytes(before));
      const stream = await blobs.get("key");
      await blobs.put("key", bytes(after));
      const seen = await new Response(stream).text();
      expect([before, after].includes(seen)).toBe(true);
    }
  });

  test("a reader may cancel", async () => {
    await blobs.put("key", new Uint8Array(1_000_000));
    const reader = (await blobs.get("key"))?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect(await blobs.size("key")).toBe(1_000_000);
  });

  test.each([
    "",
    "../x",
    "a/b",
    "a\\b",
    ".",
    "..",
    "Upper",
    "a b",
    "a\0",
    "a\n",
    "é",
    "a.b",
    "a".repeat(129),
  ])("%j is no key", async (key) => {
    await expect(blobs.put(key, bytes("x"))).rejects.toThrow(InvalidBlobKey);
    await expect(blobs.get(key)).rejects.toThrow(InvalidBlobKey);
    await expect(blobs.size(key)).rejects.toThrow(InvalidBlobKey);
    await expect(blobs.delete(key)).rejects.toThrow(InvalidBlobKey);
  });
});
