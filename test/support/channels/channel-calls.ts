import { expect } from "bun:test";
import { type Announcement, topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

/** The body of a response whose status must be 200. */
export async function succeed(response: Promise<ApiResponse>): Promise<ApiResponse["body"]> {
  const { status, body } = await response;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** The announcement of a change to a server channel; `channel` is the channel after the change. */
export function channelUpdated(
  channel: ApiResponse["body"],
  data: object,
  clear: string[] = [],
): Announcement {
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
): Promise<ApiResponse> {
  const headers: Record<string, string> = reason === undefined ? {} : { "x-audit-log-reason": reason };
  const options = { token: by.token, headers };
  return client.put(`/channels/${channel}/permissions/${of}`, { permissions }, options);
}
