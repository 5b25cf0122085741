import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import type { Person } from "../../support/accounts/people.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer, usualConnections } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

setDefaultTimeout(120_000);

interface Sending {
  readonly by: number;
  readonly channel: number;
  readonly kind: string;
  readonly nonce: number | undefined;
  readonly hasKey: boolean;
}

const [authors, channelCount] = [4, 2];
const sending = fc.record({
  by: fc.nat(authors - 1),
  channel: fc.nat(channelCount - 1),
  kind: fc.constantFrom("plain", "mention", "everyone", "reply", "lost reply", "empty", "long", "link"),
  nonce: fc.option(fc.nat(2), { nil: undefined }),
  hasKey: fc.boolean(),
});

/** Two channels, each with a message; the same people are in every place. */
interface ChannelPair {
  readonly name: string;
  readonly channels: readonly string[];
  readonly replied: readonly string[];
}

async function newChannelPair(
  server: TestServer,
  [owner]: readonly Person[],
  id: string,
  name: string,
): Promise<ChannelPair> {
  const channels: string[] = [];
  const by = owner as Person;
  for (let count = 0; count < channelCount; count++) {
    const { body } = await server.client.post(`/servers/${id}/channels`, { name: "room" }, by);
    channels.push(body._id);
  }
  const replied = await Promise.all(
    channels.map((channel) => sendMessage(server, { by, channel }, { content: "First." })),
  );
  return { name, channels, replied };
}

function draftOf(
  { kind, nonce, channel }: Sending,
  place: ChannelPair,
  people: readonly Person[],
  number: number,
) {
  const lostId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const contents: Record<string, string> = {
    mention: `${number} <@${people[1]?.id}>`,
    everyone: `${number} @everyone`,
    empty: "",
    long: "x".repeat(3_000),
    link: `${number} https://example.com/`,
  };
  const replies = kind === "reply" ? [place.replied[channel]] : kind === "lost reply" ? [lostId] : [];
  return {
    content: contents[kind] ?? `${number}`,
    ...(nonce !== undefined && { nonce: `${place.name} ${nonce}` }),
    ...(replies.length > 0 && { replies: replies.map((id) => ({ id, mention: true })) }),
  };
}

for (const engine of anyEngine)
  describe(`messages that are sent at the same moment, on ${engine}`, () => {
    let server: TestServer;
    let people: readonly Person[];
    let community: { readonly id: string };
    beforeAll(async () => {
      server = await openServer(engine, {
        config: { database: { ...usualConnections.database, fsync: false }, ratelimits: { enabled: false } },
      });
      const { owner, ...rest } = await newCommunity(server);
      community = rest;
      people = [owner];
      for (let count = 1; count < authors; count++) people = [...people, await newMember(server, community)];
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const send = (place: ChannelPair, one: Sending, number: number) => {
      const { token } = people[one.by] as Person;
      const headers: Record<string, string> = one.hasKey
        ? { "idempotency-key": `${place.name} key ${number % 3}` }
        : {};
      const path = `/channels/${place.channels[one.channel]}/messages`;
      return server.client.post(path, draftOf(one, place, people, number), { token, headers });
    };
    const storedIn = (place: ChannelPair) =>
      server.running.store.read(async (db) => {
        const sql = db.sql<MessagesTables>();
        const channels = [...place.channels];
        const rows = await sql
          .selectFrom("messages")
          .selectAll()
          .where("channel_id", "in", channels)
          .orderBy("id")
          .execute();
        // Only the ids of one channel have an order that all nodes keep.
        const byChannel = channels.flatMap((id) => rows.filter(({ channel_id }) => channel_id === id));
        const mentions = await sql
          .selectFrom("mentions")
          .selectAll()
          .where("channel_id", "in", channels)
          .execute();
        const masses = await sql
          .selectFrom("mass_mentions")
          .selectAll()
          .where("channel_id", "in", channels)
          .execute();
        const writers = await sql
          .selectFrom("writers")
          .selectAll()
          .where("channel_id", "in", channels)
          .execute();
        return {
          writers: writers
            .map(({ author_id, channel_id }) => [author_id, channels.indexOf(channel_id)].join())
            .sort(),
          messages: byChannel.map(({ channel_id, id, content, author_id, mentions: named, nonce }) => ({
            channel: channels.indexOf(channel_id),
            content,
            author_id,
            named,
            nonce: nonce?.replace(place.name, ""),
            mentioned: mentions
              .filter((row) => row.message_id === id)
              .map(({ user_id }) => user_id)
              .sort(),
            masses: masses.filter((row) => row.message_id === id).map(({ whom }) => whom),
          })),
        };
      });

    test("are stored, answered and announced as if one after another", async () => {
      let rounds = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(sending, { minLength: 6, maxLength: 24 }), async (sendings) => {
          rounds += 1;
          const together = await newChannelPair(server, people, community.id, `together ${rounds}`);
          const apart = await newChannelPair(server, people, community.id, `apart ${rounds}`);
          await using stream = (await openReadyStream(server, people[0] as Person)).stream;
          const replies = await Promise.all(sendings.map((one, number) => send(together, one, number)));
          const isSent = ({ status }: ApiResponse) => status === 200;
          const numbers = [...sendings.keys()];
          // A refusal leaves nothing behind, so it may come first; a nonce is taken before it is refused.
          const placeOf = (number: number): string => {
            const { status, body } = replies[number] as ApiResponse;
            return status === 200 ? body._id : body.type === "DuplicateNonce" ? "~" : "";
          };
          numbers.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
          const received = (await stream.takeNew()).filter(({ type }) => type === "Message");
          for (const channel of together.channels)
            expect(received.filter((packet) => packet.channel === channel).map(({ _id }) => _id)).toEqual(
              replies
                .filter((reply) => isSent(reply) && reply.body.channel === channel)
                .map(({ body }) => body._id)
                .sort(),
            );
          for (const number of numbers) {
            const alone = await send(apart, sendings[number] as Sending, number);
            const reply = replies[number];
            expect([number, reply?.status, reply?.body.type]).toEqual([
              number,
              alone.status,
              alone.body.type,
            ]);
            expect(reply?.body.mentions).toEqual(alone.body.mentions);
          }
          expect(await storedIn(together)).toEqual(await storedIn(apart));
        }),
        { numRuns: amount(4, 12), endOnFailure: true },
      );
    });
  });
