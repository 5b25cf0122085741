import { ApiError, errorOf } from "./api-error.ts";
import type { Client } from "./client.ts";

export type UploadTag = "attachments" | "avatars" | "backgrounds" | "banners" | "emojis" | "icons";

interface UploadOptions {
  /** Called with the share that is sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a file and returns its id. `fetch` cannot tell how far it is, so this is an XMLHttpRequest. */
export function upload(
  { api, addresses }: Client,
  tag: UploadTag,
  file: File,
  { onProgress, signal }: UploadOptions = {},
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
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}
