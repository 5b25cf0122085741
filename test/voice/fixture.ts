import { expect } from "bun:test";
import type { Person } from "../support/accounts/people.ts";
import type { ApiResponse } from "../support/http/client.ts";
import type { TestServer } from "../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";

/** A server with a voice channel, three members and the stream of one of them, who only watches. */
export interface VoiceFixture extends AsyncDisposable {
  readonly community: Community;
  readonly owner: Person;
  readonly member: Person;
  readonly watcher: Person;
  readonly channel: string;
  readonly stream: StreamClient;
  join(by: Person, channel?: string, body?: object): Promise<VoiceClient>;
  editMember(changes: object, whom?: Person, by?: Person): Promise<ApiResponse>;
  newVoiceChannel(): Promise<string>;
}

export async function openVoiceFixture(server: TestServer): Promise<VoiceFixture> {
  const community = await newCommunity(server);
  const { owner } = community;
  const member = await newMember(server, community);
  const watcher = await newMember(server, community);
  const newVoiceChannel = async () => {
    const draft = { name: "Call", type: "Voice" };
    const { body } = await server.client.post(`/servers/${community.id}/channels`, draft, owner);
    return body._id as string;
  };
  const channel = await newVoiceChannel();
  const { stream } = await openReadyStream(server, watcher);
  const joined: VoiceClient[] = [];
  return {
    community,
    owner,
    member,
    watcher,
    channel,
    stream,
    newVoiceChannel,
    async join(by, where = channel, body = {}) {
      const client = await VoiceClient.join(server, { by, channel: where, body });
      joined.push(client);
      return client;
    },
    editMember: (changes, whom = member, by = owner) =>
      server.client.patch(`/servers/${community.id}/members/${whom.id}`, changes, by),
    async [Symbol.asyncDispose]() {
      for (const client of joined) await client.leave();
      await stream[Symbol.asyncDispose]();
    },
  };
}

/** Waits for events of these types, in this order; ignores those of other types. */
export async function expectEvents(stream: StreamClient, expected: readonly Packet[]): Promise<void> {
  for (const event of expected) expect(await stream.next(event.type)).toEqual(event);
}

const off = { is_publishing: false, screensharing: false, camera: false };
/** The state of a user who has just joined. */
export const newState = ({ id }: Pick<Person, "id">) => ({
  id,
  joined_at: expect.any(String),
  is_receiving: true,
  ...off,
});

export const joined = (id: string, who: Pick<Person, "id">): Packet => ({
  type: "VoiceChannelJoin",
  id,
  state: newState(who),
});
export const left = (id: string, { id: user }: Pick<Person, "id">): Packet => ({
  type: "VoiceChannelLeave",
  id,
  user,
});
export const updated = (channel_id: string, { id }: Pick<Person, "id">, data: object): Packet => ({
  type: "UserVoiceStateUpdate",
  id,
  channel_id,
  data,
});
