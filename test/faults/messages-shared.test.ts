import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Kysely, sql } from "kysely";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { readMessages } from "../support/messages/messages.ts";
import { newRoom } from "../support/messages/sending.ts";
import { amount, usually } from "../support/run/is-thorough.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newMember } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(120_000);

const [senders, kills] = [48, amount(5, 12)];

/** Ends every connection that is in the middle of a write, or by which a node takes turns with others. */
const endWriters = (db: Kysely<never>) =>
  sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and (backend_xid is not null
      or pid in (select pid from pg_locks where locktype = 'advisory' and classid = 3708))`.execute(db);

describe.if(engines.includes("postgres"))("messages that share a transaction", () => {
  test.each(usually([1, 3]))(
    "are stored once if they were acknowledged, and never twice, whenever connections break: %d nodes",
    async (nodes) => {
      allowLoggedErrors(...databaseErrors);
      await using server = await openServer("postgres", { nodes });
      const room = await newRoom(server);
      const people = [
        room.owner,
        ...(await Promise.all(Array.from({ length: 5 }, () => newMember(server, room)))),
      ];
      // Each on another node.
      const streams = await Promise.all(server.nodes.map(() => openReadyStream(server, room.owner)));
      const acknowledged: string[] = [];
      let isOver = false;
      const sendAgain = async (_: unknown, sender: number) => {
        const token = people[sender % people.length]?.token ?? "";
        for (let count = 0; !isOver; count++) {
          const content = `${sender} ${count}`;
          const { status } = await server.client.post(
            `/channels/${room.channel}/messages`,
            { content, nonce: content },
            { token },
          );
          expect([200, 503]).toContain(status);
          if (status === 200) acknowledged.push(content);
        }
      };
      const sending = Array.from({ length: senders }, sendAgain);
      let ended = 0;
      for (let kill = 0; kill < kills; kill++) {
        const before = acknowledged.length;
        while (acknowledged.length < before + senders) await Bun.sleep(5);
        const { rows } = await server.running.store.write((tx) => endWriters(tx.sql()));
        ended += rows.length;
      }
      isOver = true;
      await Promise.all(sending);
      expect(ended).toBeGreaterThan(0);
      const stored = await readMessages(server, room.channel);
      const contents = stored.map(({ content }) => content ?? "");
      expect(new Set(contents).size).toBe(contents.length);
      expect(acknowledged.filter((content) => !contents.includes(content))).toEqual([]);
      for (const { stream } of streams) {
        const received = (await stream.takeNew()).filter(({ type }) => type === "Message");
        expect(received.map(({ _id }) => _id)).toEqual(stored.map(({ id }) => id));
        await stream[Symbol.asyncDispose]();
      }
    },
  );
});
