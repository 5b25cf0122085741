import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { EndpointReply } from "../../../src/declare/endpoint.ts";
import { serveOriginalEndpoint } from "../../../src/domains/files/endpoints/serve-original.ts";
import { lengthHeader, openStorage, storages } from "../../support/files/storages.ts";
import { type StoredFile, storeFile } from "../../support/files/stored-file.ts";
import type { TestServer } from "../../support/server/server.ts";

const content = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256);

describe.each([...storages])("ranges of files on %s", (storage) => {
  let server: TestServer;
  let file: StoredFile;
  let etag: string;
  beforeAll(async () => {
    server = await openStorage(storage);
    file = await storeFile(server, { content, type: "video/mp4" });
    etag = (await fetchFile({}, "HEAD")).headers.get("etag") ?? "";
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const expectLength = (headers: Headers, length: number) =>
    expect(Object.fromEntries(headers)).toMatchObject(lengthHeader(storage, length));

  async function fetchFile(headers: Record<string, string>, method = "GET") {
    const response = await fetch(file.originalUrl, { method, headers });
    const { status } = response;
    return { status, headers: response.headers, bytes: await response.bytes() };
  }

  async function expectWhole(headers: Record<string, string>): Promise<void> {
    const response = await fetchFile(headers);
    expect([headers, response.status, response.headers.get("content-range")]).toEqual([headers, 200, null]);
    expectLength(response.headers, 1_000);
    expect(response.bytes).toEqual(content);
  }

  test.each([
    ["the first", "bytes=0-99", 0, 100],
    ["one byte", "bytes=0-0", 0, 1],
    ["a middle", "bytes=100-299", 100, 300],
    ["an open", "bytes=900-", 900, 1_000],
    ["an open from the start", "bytes=0-", 0, 1_000],
    ["a suffix", "bytes=-10", 990, 1_000],
    ["more than a whole suffix", "bytes=-5000", 0, 1_000],
    ["one beyond the end", "bytes=990-5000", 990, 1_000],
  ])("%s", async (_, range, start, end) => {
    const { status, headers, bytes } = await fetchFile({ range });
    expect(status).toBe(206);
    expect(headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/1000`);
    expectLength(headers, end - start);
    expect(headers.get("content-type")).toBe("video/mp4");
    expect(headers.get("etag")).toBe(etag);
    expect(bytes).toEqual(content.slice(start, end));
  });

  test.each(["bytes=1000-", "bytes=1000-2000", "bytes=-0"])("%s cannot be satisfied", async (range) => {
    const { status, headers, bytes } = await fetchFile({ range });
    expect([status, headers.get("content-range"), bytes.length]).toEqual([416, "bytes */1000", 0]);
  });

  test("several ranges, and none at all, get the whole file", async () => {
    for (const range of ["bytes=0-1,5-6", "bytes=9-1", "bytes=x-", "lines=0-1", "bytes="])
      await expectWhole({ range });
    await expectWhole({});
  });

  test("If-Range gets a range of the same entity only", async () => {
    const range = "bytes=0-9";
    expect((await fetchFile({ range, "if-range": etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sat, 01 Jan 2050 00:00:00 GMT"])
      await expectWhole({ range, "if-range": other });
    await expectWhole({ range: "bytes=5000-", "if-range": '"other"' });
  });

  test("a matching If-None-Match gets 304", async () => {
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { status, headers, bytes } = await fetchFile({ "if-none-match": tag, range: "bytes=0-9" });
      expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, etag]);
      expect(headers.get("cache-control")).toBe("public, max-age=604800, must-revalidate");
    }
    await expectWhole({ "if-none-match": '"other"' });
    const same = await storeFile(server, { content });
    const other = await fetch(same.originalUrl, { headers: { "if-none-match": etag } });
    expect([other.status, await other.bytes()]).toEqual([200, content]);
  });

  test("HEAD gets the same headers without the content", async () => {
    const head = await fetchFile({ range: "bytes=0-9" }, "HEAD");
    const { headers } = await fetchFile({});
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const varying = [
      "date",
      "x-request-id",
      "connection",
      "keep-alive",
      "transfer-encoding",
      "content-length",
    ];
    expect(head.headers.get("content-length")).toBe("1000");
    const lasting = (all: Headers) => [...all].filter(([name]) => !varying.includes(name));
    expect(lasting(head.headers)).toEqual(lasting(headers));
  });

  test("a large file is not read into memory", async () => {
    const large = await storeFile(server, { content: new Uint8Array(8_000_000), type: "video/mp4" });
    const { services, store } = server.running;
    const reply = await (
      serveOriginalEndpoint.handle as unknown as (call: unknown) => Promise<EndpointReply>
    )({
      request: new Request(large.originalUrl),
      params: { tag: large.tag, id: large.id, filename: "file.bin" },
      services,
      read: store.read,
    });
    expect(reply.body).toBeInstanceOf(ReadableStream);
    const sent = await fetch(large.originalUrl);
    expect((await sent.bytes()).length).toBe(8_000_000);
  });
});
