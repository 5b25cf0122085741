import type { Person } from "../accounts/people.ts";
import type { TestServer } from "../server/server.ts";
import type { ApiResponse } from "./client.ts";

export interface Part {
  readonly content: Uint8Array | string;
  readonly field?: string;
  /** Null leaves it out of the header. */
  readonly filename?: string | null;
  readonly type?: string;
}

export const boundary = "----form-boundary";
const formType = `multipart/form-data; boundary=${boundary}`;

/** A form as browsers write it. */
export function form(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const segments = parts.flatMap(({ content, field = "file", filename = "file.bin", type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"`,
    filename === null ? "" : `; filename="${filename}"`,
    `\r\nContent-Type: ${type ?? "application/octet-stream"}\r\n\r\n`,
    content,
    "\r\n",
  ]);
  const all = [...segments, `--${boundary}--\r\n`].map((segment) => Buffer.from(segment as string));
  return new Uint8Array(Buffer.concat(all));
}

type Uploader = Pick<Person, "token">;

/** Posts any body to the file service. */
export async function post(
  { url }: Pick<TestServer, "url">,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  {
    token,
    type = formType,
    headers = {},
  }: { token?: string; type?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}/autumn${path}`, {
    method: "POST",
    headers: { "content-type": type, ...(token !== undefined && { "x-session-token": token }), ...headers },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** Uploads a file as clients do. */
export function upload(
  server: TestServer,
  { token }: Uploader,
  part: Part & { readonly tag?: string },
): Promise<ApiResponse> {
  return post(server, `/${part.tag ?? "attachments"}`, form(part), { token });
}

/** Uploads a file, and returns its id. */
export async function uploadFile(
  server: TestServer,
  person: Uploader,
  part: Part & { tag?: string },
): Promise<string> {
  const { status, body } = await upload(server, person, part);
  if (status !== 200) throw new Error(`upload failed: ${JSON.stringify(body)}`);
  return body.id;
}
