import type { Client } from "stoat.js";

export type UploadTag = "attachments" | "avatars" | "backgrounds" | "banners" | "emojis" | "icons";

interface UploadOptions {
  /** Called with the share that is sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a file and returns its id. `fetch` cannot tell how far it is, so this is an XMLHttpRequest.
 * Throws the text of the response, as the library does.
 */
export function upload(
  client: Client,
  tag: UploadTag,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${client.configuration?.features.autumn.url}/${tag}`);
    const [header, token] = client.authenticationHeader;
    request.setRequestHeader(header, token);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      if (request.status === 200) resolve((JSON.parse(request.responseText) as { id: string }).id);
      else reject(request.responseText);
    });
    request.addEventListener("error", () => reject(new TypeError("the upload failed")));
    request.addEventListener("abort", () => reject(new DOMException("the upload was stopped", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}
