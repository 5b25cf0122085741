import type { Person } from "../accounts/people.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import { uploadFile } from "../http/multipart.ts";
import type { TestServer } from "../server/server.ts";
import { makeImage } from "./make-images.ts";

let picture: Promise<Buffer> | undefined;

/** Uploads a picture for an emoji and returns its file id. */
export async function newPicture(server: TestServer, { token }: Person, content?: Buffer): Promise<string> {
  picture ??= makeImage("png");
  return uploadFile(server, { token }, { tag: "emojis", content: content ?? (await picture) });
}

export function putEmoji(
  { client }: TestServer,
  { token }: Person,
  { id, ...body }: { id: string; [field: string]: unknown },
  options: CallOptions = {},
): Promise<ApiResponse> {
  return client.put(`/custom/emoji/${id}`, body, { token, ...options });
}

/** Creates an emoji of a server and returns its id. */
export async function newEmoji(
  server: TestServer,
  person: Person,
  { community, name = "otter" }: { community: { id: string }; name?: string },
): Promise<string> {
  const id = await newPicture(server, person);
  const parent = { type: "Server", id: community.id };
  const { status, body } = await putEmoji(server, person, { id, name, parent });
  if (status !== 200) throw new Error(`the emoji was not created: ${JSON.stringify(body)}`);
  return id;
}
