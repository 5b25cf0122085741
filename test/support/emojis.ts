import type { Answer, CallOptions } from "./client.ts";
import { makeImage } from "./make-images.ts";
import { uploaded } from "./multipart.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

let picture: Promise<Buffer> | undefined;

/** The id of a picture that somebody has uploaded to make an emoji of it. */
export async function newPicture(server: TestServer, { token }: Person, content?: Buffer): Promise<string> {
  picture ??= makeImage("png");
  return uploaded(server, { token }, { tag: "emojis", content: content ?? (await picture) });
}

export function putEmoji(
  { client }: TestServer,
  { token }: Person,
  { id, ...body }: { id: string; [field: string]: unknown },
  options: CallOptions = {},
): Promise<Answer> {
  return client.put(`/custom/emoji/${id}`, body, { token, ...options });
}

/** The id of a new emoji of a server. */
export async function newEmoji(
  server: TestServer,
  person: Person,
  { community, name = "otter" }: { community: { id: string }; name?: string },
): Promise<string> {
  const id = await newPicture(server, person);
  const parent = { type: "Server", id: community.id };
  const { status, body } = await putEmoji(server, person, { id, name, parent });
  if (status !== 200) throw new Error(`no emoji: ${JSON.stringify(body)}`);
  return id;
}
