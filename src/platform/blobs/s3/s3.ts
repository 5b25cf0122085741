import { assertBlobKey, type Blobs, isBlobKey } from "../port.ts";
import { openStaging } from "../staging.ts";
import { createS3Caller, errorOf, type S3Call, type S3Options } from "./s3-calls.ts";

/**
 * Stores each blob as the object `prefix + key`. One request of known length sends it, so that the object is complete or
 * absent, and a crash leaves nothing in the bucket. A stream is therefore staged in a local file first.
 */
export function createS3Blobs(
  options: S3Options & { readonly prefix: string },
  stagingFolder: string,
): Blobs {
  const { prefix } = options;
  const callS3 = createS3Caller(options);
  const stage = openStaging(stagingFolder);

  function pathOf(key: string): string {
    assertBlobKey(key);
    return `/${prefix}${key}`;
  }

  async function textOf(call: S3Call): Promise<string> {
    return callS3(call, async (response) => {
      if (!response.ok) throw await errorOf(call, response);
      return response.text();
    });
  }

  async function send(path: string, content: Blob): Promise<{ size: number }> {
    await textOf({ method: "PUT", path, content });
    return { size: content.size };
  }

  async function size(key: string): Promise<number | undefined> {
    const call: S3Call = { method: "HEAD", path: pathOf(key) };
    return callS3(call, async (response) => {
      if (response.status === 404) return undefined;
      if (!response.ok) throw await errorOf(call, response);
      return Number(response.headers.get("content-length"));
    });
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      if (content instanceof Blob) return send(path, content);
      if (content instanceof Uint8Array) return send(path, new Blob([content]));
      await using staged = await stage(content);
      return await send(path, Bun.file(staged.path));
    },
    async get(key, range) {
      const path = pathOf(key);
      // S3 has no empty ranges.
      if (range && range.end <= range.start)
        return (await size(key)) === undefined ? undefined : emptyStream();
      const headers = range && { range: `bytes=${range.start}-${range.end - 1}` };
      const call: S3Call = { method: "GET", path, headers };
      return callS3(call, async (response) => {
        if (response.ok) return response.body ?? emptyStream();
        const error = await errorOf(call, response);
        if (error.code === "NoSuchKey") return undefined;
        // The range begins at or after the end of the blob.
        if (response.status === 416) return emptyStream();
        throw error;
      });
    },
    size,
    async delete(key) {
      await textOf({ method: "DELETE", path: pathOf(key) }).catch((error) => {
        if (error.code !== "NoSuchKey") throw error;
      });
    },
    async *keys() {
      let token = "";
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token !== "") query.set("continuation-token", token);
        const page = await textOf({ method: "GET", path: `?${query}` });
        for (const [, name = ""] of page.matchAll(/<Key>(.*?)<\/Key>/g)) {
          const key = name.slice(prefix.length);
          if (isBlobKey(key)) yield key;
        }
        const next = /<NextContinuationToken>(.*?)</.exec(page)?.[1] ?? "";
        token = next.replaceAll("&amp;", "&");
      } while (token !== "");
    },
    async check() {
      await textOf({ method: "HEAD", path: "" });
    },
    async [Symbol.asyncDispose]() {},
  };
}

const emptyStream = () => new Blob().stream();
