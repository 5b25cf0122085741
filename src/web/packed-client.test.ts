import { expect, test } from "bun:test";
import type { BuiltClient, Content } from "./built-client.ts";
import { openPackedClient, packClient } from "./packed-client.ts";

const file = (text: string, compressed?: string) => ({
  type: "text/plain",
  etag: `"${text}"`,
  cacheControl: "no-cache",
  bytes: Buffer.from(text),
  encoded:
    compressed === undefined ? {} : { br: Buffer.from(compressed), gzip: Buffer.from(`${compressed}!`) },
});

const bytesOf = (content: Content | undefined) => new Response(content).bytes();

test("a packed client has the files of the client, in every encoding", async () => {
  const client: BuiltClient = new Map([
    ["/", file("index", "small")],
    ["/empty.txt", file("")],
    ["/last.js", file("the last", "é")],
  ]);
  const opened = await openPackedClient(packClient(client));
  expect([...opened.keys()]).toEqual([...client.keys()]);
  for (const [path, { bytes, encoded, ...rest }] of client) {
    const read = opened.get(path);
    expect(read).toMatchObject(rest);
    expect(await bytesOf(read?.bytes)).toEqual(await bytesOf(bytes));
    expect(Object.keys(read?.encoded ?? {})).toEqual(Object.keys(encoded));
    for (const name of ["br", "gzip"] as const)
      expect(await bytesOf(read?.encoded[name])).toEqual(await bytesOf(encoded[name]));
  }
});
