import type { Answer } from "./client.ts";
import type { Person } from "./people.ts";
import { send, sent } from "./sending.ts";
import type { TestServer } from "./server.ts";

interface Where {
  readonly by: Person;
  readonly channel: string;
}

const draftOf = (draft: string | object) => (typeof draft === "string" ? { content: draft } : draft);

/** Sends a message, whatever comes of it. */
export function speak(
  server: TestServer,
  { by, channel }: Where,
  draft: string | object = "Hello.",
): Promise<Answer> {
  return send(server, { by, to: channel }, draftOf(draft));
}

/** The id of a message that must be sent. */
export function say(
  server: TestServer,
  { by, channel }: Where,
  draft: string | object = "Hello.",
): Promise<string> {
  return sent(server, { by, to: channel }, draftOf(draft));
}

/** The messages that mention somebody and that they have not read, by channel. */
export async function unreadMentions(
  { client }: Pick<TestServer, "client">,
  person: Person,
): Promise<Record<string, string[]>> {
  const { body } = await client.get("/sync/unreads", person);
  const records = body as { _id: { channel: string; user: string }; mentions?: string[] }[];
  return Object.fromEntries(
    records.flatMap(({ _id, mentions }) => (mentions ? [[_id.channel, mentions]] : [])),
  );
}
