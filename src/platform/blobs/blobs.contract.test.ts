import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskBlobs } from "./disk.ts";
import { type Blobs, InvalidBlobKey } from "./port.ts";

interface Opened {
  readonly engine: Blobs;
  readonly cleanup: () => Promise<void>;
}

const engines: { name: string; open: () => Promise<Opened> }[] = [
  {
    name: "disk",
    open: async () => {
      const directory = await makeFolder();
      const engine = createDiskBlobs(directory);
      return {
        engine,
        async cleanup() {
          await engine.close();
          await rm(directory, { recursive: true });
        },
      };
    },
  },
];

const makeFolder = () => mkdtemp(join(tmpdir(), "blobs-"));
const bytes = (text: string) => new TextEncoder().encode(text);
const digest = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

/** Hands out the pieces one at a time, then ends or breaks. */
function streamOf(pieces: Iterable<Uint8Array>, failure?: Error): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = iterator.next();
      if (!done) controller.enqueue(value);
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

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

  test("gives back what was put, from bytes and from a stream", async () => {
    expect(await blobs.put("bytes", bytes("whole"))).toEqual({ size: 5 });
    expect(await blobs.put("stream", streamOf([bytes("in "), bytes(""), bytes("pieces")]))).toEqual({
      size: 9,
    });
    expect(await read("bytes")).toBe("whole");
    expect(await read("stream")).toBe("in pieces");
    expect(await blobs.size("stream")).toBe(9);
  });

  test("an unknown key is undefined, and may be deleted", async () => {
    expect(await blobs.get("nothing")).toBeUndefined();
    expect(await blobs.get("nothing", { start: 0, end: 1 })).toBeUndefined();
    expect(await blobs.size("nothing")).toBeUndefined();
    await blobs.delete("nothing");
    expect(await sortedKeys()).toEqual([]);
  });

  test("an empty blob is there", async () => {
    expect(await blobs.put("empty", new Uint8Array())).toEqual({ size: 0 });
    expect(await blobs.put("drained", streamOf([]))).toEqual({ size: 0 });
    expect(await read("empty")).toBe("");
    expect(await read("drained")).toBe("");
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
  ])("bytes %d to %d are %p", async (start, end, expected) => {
    await blobs.put("digits", bytes("0123456789"));
    expect(await read("digits", { start, end })).toBe(expected);
  });

  test("putting again replaces, with less as well as with more", async () => {
    for (const content of ["first", "2", "the third and longest"]) {
      await blobs.put("key", bytes(content));
      expect(await read("key")).toBe(content);
      expect(await blobs.size("key")).toBe(content.length);
    }
    expect(await sortedKeys()).toEqual(["key"]);
  });

  test("a deleted blob is gone and its neighbour is not", async () => {
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
    expect(await blobs.get("broken")).toBeUndefined();
    expect(await sortedKeys()).toEqual([]);
  });

  test("a stream that breaks midway leaves what was there before", async () => {
    await blobs.put("key", bytes("good"));
    await expect(blobs.put("key", streamOf([bytes("bad")], new Error("cut off")))).rejects.toThrow("cut off");
    expect(await read("key")).toBe("good");
  });

  test("of many puts of one key at once, one wins whole", async () => {
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

  test("who is reading when a blob is replaced reads one version whole", async () => {
    const [before, after] = ["before".repeat(200_000), "after".repeat(200_000)];
    await blobs.put("key", bytes(before));
    const stream = await blobs.get("key");
    await blobs.put("key", bytes(after));
    const seen = await new Response(stream).text();
    expect([before, after].includes(seen)).toBe(true);
  });

  test("a reader may leave early", async () => {
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

describe("disk blobs", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await makeFolder();
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function filesLeft(): Promise<string[]> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  test("a broken put leaves no file of any name", async () => {
    const broken = streamOf([new Uint8Array(300_000)], new Error("cut off"));
    await expect(createDiskBlobs(directory).put("key", broken)).rejects.toThrow("cut off");
    expect(await filesLeft()).toEqual([]);
  });

  test("opening removes what a crash left, and neither blobs nor writes under way", async () => {
    await createDiskBlobs(directory).put("blob", bytes("kept"));
    const [left, fresh] = [join(directory, "unfinished", "left"), join(directory, "unfinished", "fresh")];
    await writeFile(left, "half");
    await writeFile(fresh, "half");
    await utimes(left, 0, 0);
    const blobs = createDiskBlobs(directory);
    expect((await filesLeft()).sort()).toEqual(["blob", "fresh"]);
    expect(await Array.fromAsync(blobs.keys())).toEqual(["blob"]);
  });

  test("blobs outlive the engine that put them", async () => {
    await createDiskBlobs(directory).put("key", bytes("kept"));
    const stream = await createDiskBlobs(directory).get("key");
    expect(await new Response(stream).text()).toBe("kept");
  });
});
