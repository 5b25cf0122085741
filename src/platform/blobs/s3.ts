import { openDrafts } from "./drafts.ts";
import { assertBlobKey, type Blobs, isBlobKey } from "./port.ts";
import { createS3Caller, refusalOf, type S3Call, type S3Options } from "./s3-calls.ts";

/**
 * Keeps each blob as the object `prefix + key`. An object is sent in one request of known length, so it is there
 * whole or not at all, and nothing is left in the bucket when this process ends; a stream is therefore collected
 * in a local file first.
 */
export function createS3Blobs(options: S3Options & { readonly prefix: string }, drafts: string): Blobs {
  const { prefix } = options;
  const callS3 = createS3Caller(options);
  const writeDraft = openDrafts(drafts);

  function pathOf(key: string): string {
    assertBlobKey(key);
    return `/${prefix}${key}`;
  }

  async function textOf(call: S3Call): Promise<string> {
    return callS3(call, async (answer) => {
      if (!answer.ok) throw await refusalOf(call, answer);
      return answer.text();
    });
  }

  async function send(path: string, content: Blob): Promise<{ size: number }> {
    await textOf({ method: "PUT", path, content });
    return { size: content.size };
  }

  async function size(key: string): Promise<number | undefined> {
    const call: S3Call = { method: "HEAD", path: pathOf(key) };
    return callS3(call, async (answer) => {
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw await refusalOf(call, answer);
      return Number(answer.headers.get("content-length"));
    });
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      if (content instanceof Blob) return send(path, content);
      if (content instanceof Uint8Array) return send(path, new Blob([content]));
      await using draft = await writeDraft(content);
      return await send(path, Bun.file(draft.path));
    },
    async get(key, range) {
      const path = pathOf(key);
      // S3 knows no empty range.
      if (range && range.end <= range.start) return (await size(key)) === undefined ? undefined : nothing();
      const headers = range && { range: `bytes=${range.start}-${range.end - 1}` };
      const call: S3Call = { method: "GET", path, headers };
      return callS3(call, async (answer) => {
        if (answer.ok) return answer.body ?? nothing();
        const refusal = await refusalOf(call, answer);
        if (refusal.code === "NoSuchKey") return undefined;
        // The range begins where the blob ends, or later.
        if (answer.status === 416) return nothing();
        throw refusal;
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
    async close() {},
  };
}

const nothing = () => new Blob().stream();
