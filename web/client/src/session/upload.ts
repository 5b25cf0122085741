import { ApiError, errorOf } from "./api-error.ts";
import type { Client } from "./client.ts";
import { pause } from "./pauses.ts";

export type UploadTag = "attachments" | "avatars" | "backgrounds" | "banners" | "emojis" | "icons";

interface UploadOptions {
  /** Called with the share that is sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** How often an upload waits for the rate limit. */
const attempts = 6;

/** Uploads a file and returns its id. What comes too quickly waits for its turn, as other requests do. */
export async function upload(
  client: Client,
  tag: UploadTag,
  file: File,
  options: UploadOptions = {},
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(client, tag, file, options);
    } catch (thrown) {
      const isTooQuick = thrown instanceof ApiError && thrown.type === "RateLimited";
      if (!isTooQuick || attempt === attempts || options.signal?.aborted) throw thrown;
      await pause(thrown.retryAfter ?? 0);
    }
  }
}

/** `fetch` cannot tell how far it is, so this is an XMLHttpRequest. */
function send(
  { api, addresses }: Client,
  tag: UploadTag,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${addresses.files}/${tag}`);
    if (api.token) request.setRequestHeader("x-session-token", api.token);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText).id);
      else reject(errorOf(request.responseText));
    });
    request.addEventListener("error", () => reject(new ApiError("NetworkError")));
    request.addEventListener("abort", () => reject(new DOMException("the upload was stopped", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) return reject(new DOMException("the upload was stopped", "AbortError"));
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}
