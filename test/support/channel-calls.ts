import { expect } from "bun:test";
import { type Announcement, topic } from "../../src/protocol/event.ts";
import type { Answer } from "./client.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** The body of an answer that must be a good one. */
export async function succeed(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** How it is announced that a channel of a server is like this from now on. */
export function channelUpdated(channel: Answer["body"], data: object, clear: string[] = []): Announcement {
  return {
    name: "ChannelUpdate",
    payload: { id: channel._id, data, clear },
    topics: [topic.channel(channel._id)],
    changes: [{ kind: "server channel changed", server: channel.server, channel }],
  };
}

export interface PermissionCall {
  readonly by: Person;
  readonly channel: string;
  /** A role, or `default`. */
  readonly of: string;
  readonly reason?: string;
}

export function putPermissions(
  { client }: Pick<TestServer, "client">,
  { by, channel, of, reason }: PermissionCall,
  permissions: unknown,
): Promise<Answer> {
  const headers: Record<string, string> = reason === undefined ? {} : { "x-audit-log-reason": reason };
  const options = { token: by.token, headers };
  return client.put(`/channels/${channel}/permissions/${of}`, { permissions }, options);
}
