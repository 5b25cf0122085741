import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { blobOf, bytes, makeFolder, streamOf } from "../../../../test/support/files/blob-content.ts";
import { hasS3, newS3Prefix, type S3PrefixOptions } from "../../../../test/support/files/s3.ts";
import { openBusyEndpoint, openSilentEndpoint } from "../../../../test/support/files/s3-endpoints.ts";
import { unreachableUrl } from "../../../../test/support/http/http-stub.ts";
import type { Blobs } from "../port.ts";
import { createS3Blobs } from "./s3.ts";
import { bucketUrl, S3Error } from "./s3-calls.ts";

const somewhere: S3PrefixOptions = {
  endpoint: "",
  bucket: "files",
  region: "eu-west-1",
  access_key_id: "key",
  secret_access_key: "secret",
  path_style: true,
  prefix: "",
};

let stagingFolder: string;

beforeEach(async () => {
  stagingFolder = await makeFolder();
});
afterEach(() => rm(stagingFolder, { recursive: true }));

const list = (blobs: Blobs) => Array.fromAsync(blobs.keys());

/** Calls every method, and returns the code of each error. */
async function refusalsOf(blobs: Blobs): Promise<Record<string, unknown>> {
  const calls: Record<string, () => Promise<unknown>> = {
    put: () => blobs.put("key", new Blob([new Uint8Array(3_000_000)])),
    get: () => blobs.get("key"),
    size: () => blobs.size("key"),
    delete: () => blobs.delete("key"),
    keys: () => list(blobs),
  };
  const refusals = Object.entries(calls).map(async ([name, call]) => {
    const outcome = await call().catch((error: unknown) => error);
    return [name, outcome instanceof S3Error ? outcome.code : outcome];
  });
  return Object.fromEntries(await Promise.all(refusals));
}

const refusedEach = (code: string) => ({ put: code, get: code, size: code, delete: code, keys: code });

describe.skipIf(!(await hasS3()))("with a real S3", () => {
  let place: S3PrefixOptions;
  const openWith = (changes: Partial<S3PrefixOptions & { patience_ms: number }>) =>
    createS3Blobs({ ...place, ...changes }, stagingFolder);

  beforeEach(async () => {
    place = await newS3Prefix();
  });

  test("other objects of the bucket are not listed", async () => {
    await openWith({}).put("ours", bytes("1"));
    await openWith({ prefix: `${place.prefix}deeper/` }).put("theirs", bytes("2"));
    await openWith({ prefix: `${place.prefix}Name` }).put("-of-theirs", bytes("3"));
    expect(await list(openWith({}))).toEqual(["ours"]);
  });

  test("content whose length changes is not stored", async () => {
    for (const real of ["shorter", "longer than it said"]) {
      const content = blobOf("of this length", () => streamOf([bytes(real)]));
      await expect(openWith({}).put("key", content)).rejects.toThrow("changed its length");
    }
    expect(await list(openWith({}))).toEqual([]);
  });

  test("slow content does not time out while it arrives", async () => {
    const pieces = ["slowly ", "but ", "it ", "comes"];
    const content = blobOf(pieces.join(""), () => streamOf(pieces.map(bytes)).pipeThrough(slowness(400)));
    const blobs = openWith({ patience_ms: 1_200 });
    await blobs.put("key", content);
    expect(await new Response(await blobs.get("key")).text()).toBe("slowly but it comes");
  });

  test("a wrong secret is refused by name", async () => {
    const refusals = await refusalsOf(openWith({ secret_access_key: "wrong" }));
    // A response to HEAD has no code but the status.
    expect(refusals).toEqual({ ...refusedEach("SignatureDoesNotMatch"), size: "HTTP 403" });
  });

  test("a missing bucket is not taken for an empty one", async () => {
    const refusals = await refusalsOf(openWith({ bucket: "no-such-bucket" }));
    expect(refusals).toEqual({ ...refusedEach("NoSuchBucket"), size: undefined });
  });

  test("a failed put leaves no file behind", async () => {
    const put = openWith({ secret_access_key: "wrong" }).put("key", streamOf([bytes("content")]));
    await expect(put).rejects.toThrow("S3 refused PUT: SignatureDoesNotMatch");
    expect(await readdir(stagingFolder)).toEqual([]);
  });
});

test("an unreachable endpoint is an error with its code", async () => {
  const blobs = createS3Blobs({ ...somewhere, endpoint: await unreachableUrl() }, stagingFolder);
  expect(await refusalsOf(blobs)).toEqual(refusedEach("ECONNREFUSED"));
  await expect(blobs.size("key")).rejects.toThrow("S3 cannot be reached");
});

test.each(["", "HTTP/1.1 200 OK\r\n"])("an endpoint that sends no more than %j times out", async (said) => {
  await using endpoint = await openSilentEndpoint(said);
  const blobs = createS3Blobs({ ...somewhere, endpoint: endpoint.url, patience_ms: 100 }, stagingFolder);
  expect(await refusalsOf(blobs)).toEqual(refusedEach("TIMEOUT"));
});

test("an endpoint that stops amid the list times out", async () => {
  await using endpoint = await openSilentEndpoint("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<List");
  const blobs = createS3Blobs({ ...somewhere, endpoint: endpoint.url, patience_ms: 100 }, stagingFolder);
  await expect(list(blobs)).rejects.toMatchObject({ code: "TIMEOUT" });
});

test("a transient failure is retried with all of the content", async () => {
  await using endpoint = openBusyEndpoint(2);
  const blobs = createS3Blobs({ ...somewhere, endpoint: endpoint.url }, stagingFolder);
  expect(await blobs.put("key", bytes("whole"))).toEqual({ size: 5 });
  expect(endpoint.bodies).toEqual(["whole", "whole", "whole"]);
});

test("a lasting failure is not retried forever", async () => {
  await using endpoint = openBusyEndpoint(Number.POSITIVE_INFINITY);
  const blobs = createS3Blobs({ ...somewhere, endpoint: endpoint.url }, stagingFolder);
  await expect(blobs.put("key", bytes("whole"))).rejects.toThrow("S3 refused PUT: SlowDown: Be slower.");
  expect(endpoint.bodies.length).toBe(3);
});

test.each([
  [{ endpoint: "", path_style: true }, "https://s3.eu-west-1.amazonaws.com/files"],
  [{ endpoint: "", path_style: false }, "https://files.s3.eu-west-1.amazonaws.com"],
  [{ endpoint: "http://localhost:9000", path_style: true }, "http://localhost:9000/files"],
  [{ endpoint: "https://example.org/s3/", path_style: true }, "https://example.org/s3/files"],
  [{ endpoint: "https://example.org:8443", path_style: false }, "https://files.example.org:8443"],
])("%j: the bucket is at %s", (choice, address) => {
  expect(bucketUrl({ ...somewhere, ...choice })).toBe(address);
});

function slowness(ms: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    async transform(piece, controller) {
      await Bun.sleep(ms);
      controller.enqueue(piece);
    },
  });
}

test("content that stops arriving times out", async () => {
  using endpoint = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(new ReadableStream({ start: (body) => body.enqueue(bytes("three")) }), {
        headers: { "content-type": "application/octet-stream" },
      }),
  });
  const blobs = createS3Blobs({ ...somewhere, endpoint: endpoint.url.href, patience_ms: 200 }, stagingFolder);
  const stream = await blobs.get("key");
  await expect(new Response(stream).bytes()).rejects.toThrow();
});
