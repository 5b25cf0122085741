import { accounts } from "../session/accounts.ts";
import { configuration } from "../session/server.ts";

interface UploadOptions {
  readonly name: string;
  readonly signal: AbortSignal;
  /** Called with the part that is sent, from 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Uploads a file for a message and gives its id. Throws what the API library throws: the text of the response.
 * Only `XMLHttpRequest` tells how much of a request is sent.
 */
export function uploadAttachment(file: Blob, options: UploadOptions): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open("POST", `${configuration()?.features.autumn.url}/attachments`);
  request.setRequestHeader("X-Session-Token", accounts.active()?.token ?? "");
  request.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    if (request.status !== 200) return reject(request.responseText);
    try {
      resolve((JSON.parse(request.responseText) as { id: string }).id);
    } catch {
      reject(request.responseText);
    }
  };
  request.onerror = () => reject(new TypeError("the upload did not get through"));
  request.onabort = () => reject(options.signal.reason);
  options.signal.addEventListener("abort", () => request.abort());
  const body = new FormData();
  body.append("file", file, options.name);
  request.send(body);
  return promise;
}
