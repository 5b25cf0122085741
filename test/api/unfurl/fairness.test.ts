import { describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { unfurlLinksJob } from "../../../src/domains/messages/jobs.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { newRoom, postMessage, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";
import { until } from "../../support/until.ts";
import { execute, newWebhook } from "../../support/webhooks/webhooks.ts";

const title = '<meta property="og:title" content="A page">';
/** Longer than the test runs: what waits for a hanging host waits until its end. */
const never = 3_600_000;
const unlimited = { ratelimits: { enabled: false } };
/** Nor does the end of the server wait for it. */
const impatient = { http: { shutdown_grace_ms: 200 } };

/** A server, and hosts in its web that accept connections and never answer. */
async function openHangingWeb(config: Record<string, unknown>, engine: "sqlite" | "postgres" = "sqlite") {
  const unfurling = await openUnfurlServer({ ...unlimited, ...impatient, ...config }, engine);
  const { web } = unfurling;
  const held: Socket[] = [];
  let most = 0;
  const hang = (socket: Socket) => {
    held.push(socket);
    most = Math.max(most, held.filter(({ destroyed }) => !destroyed).length);
  };
  const links = (host: string, count: number, from = 0) => {
    web.dns.set(host, "127.7.0.1");
    return Array.from({ length: count }, (_, index) => {
      const path = `/hang/${from + index}`;
      web.respondAt(path, hang);
      return `http://${host}:${web.port}${path}`;
    });
  };
  return { ...unfurling, held, links, mostHeld: () => most };
}

for (const engine of anyEngine) {
  describe(`previews of links to a host that never answers, on ${engine}`, () => {
    test("take one slot of their author, and another person's preview does not wait for them", async () => {
      const slow = { outbound: { timeout_ms: never }, unfurl: { timeout_ms: never } };
      await using fixture = await openHangingWeb(slow, engine);
      const { server, page, links, held, mostHeld } = fixture;
      const room = await newRoom(server);
      const other = await newMember(server, room);
      const { stream } = await openReadyStream(server, room.owner);
      await using _ = stream;
      for (let message = 0; message < 10; message += 1) {
        const content = links("hanging.example", 5, message * 5).join(" ");
        await sendMessage(server, { by: room.member, channel: room.channel }, { content });
      }
      await until(() => held.length > 0);
      const mine = await sendMessage(
        server,
        { by: other, channel: room.channel },
        { content: page("/a", title) },
      );
      expect(await stream.next("MessageAppend")).toMatchObject({ id: mine });
      expect({ asked: held.length, mostHeld: mostHeld() }).toEqual({ asked: 1, mostHeld: 1 });
    });

    test("take the slot of the account for its bots and webhooks too", async () => {
      const slow = { outbound: { timeout_ms: never }, unfurl: { timeout_ms: never } };
      await using fixture = await openHangingWeb(slow, engine);
      const { server, page, links, held } = fixture;
      const room = await newRoom(server);
      const other = await newMember(server, room);
      const { stream } = await openReadyStream(server, room.owner);
      await using _ = stream;
      const [first = "", second = "", third = ""] = links("hanging.example", 3);
      await sendMessage(server, { by: room.owner, channel: room.channel }, { content: first });
      await until(() => held.length > 0);
      const bot = await newBot(server, room.owner);
      await inviteBot(server, bot, { server: room.id, by: room.owner });
      const headers = { "x-bot-token": bot.token };
      const path = `/channels/${room.channel}/messages`;
      const webhook = await newWebhook(server, room.owner, { channel: room.channel });
      const sent = [
        await server.client.post(path, { content: second }, { headers }),
        await execute(server, webhook, { content: third }),
      ];
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
      const mine = await sendMessage(
        server,
        { by: other, channel: room.channel },
        { content: page("/a", title) },
      );
      expect(await stream.next("MessageAppend")).toMatchObject({ id: mine });
      expect(held).toHaveLength(1);
    });

    test("end after some: the host is given up, and asked again after a while", async () => {
      await using fixture = await openHangingWeb({ outbound: { timeout_ms: 200 } }, engine);
      const { server, page, links, held, embed, web } = fixture;
      const room = await newRoom(server);
      const waitForJobs = () =>
        until(async () => {
          const jobs = await server.running.store.read((db) =>
            db.sql<SystemTables>().selectFrom("jobs").select("name").execute(),
          );
          return !jobs.some(({ name }) => name === unfurlLinksJob.name);
        });
      for (let message = 0; message < 10; message += 1) {
        const content = links("hanging.example", 5, message * 5).join(" ");
        expect((await postMessage(server, { by: room.member, channel: room.channel }, content)).status).toBe(
          200,
        );
      }
      await waitForJobs();
      // On a busy machine a request may end before it has waited for the host long enough to count.
      const asked = held.length;
      expect(asked).toBeWithin(3, 10);
      // Nor is anything fetched from it for others, or through a redirect; other hosts are asked as before.
      const [link = ""] = links("hanging.example", 1, 100);
      await expectError(await embed(link), 400, "ProxyError");
      web.respondAt("/redirect", reply(302, { location: link }));
      await expectError(await embed("/redirect"), 400, "ProxyError");
      page("/b", title);
      expect((await embed("/b")).status).toBe(200);
      expect(held).toHaveLength(asked);
      server.clock.advance(300_001);
      web.respondAt("/again", reply(200, { "Content-Type": "text/html" }, title));
      expect((await embed(`http://hanging.example:${web.port}/again`)).status).toBe(200);
    });
  });
}

describe("previews that clients request", () => {
  test("from one address, and from one host, take a quarter of the slots at most", async () => {
    const outbound = { timeout_ms: never, concurrency: 16 };
    const trusted_proxies = ["127.0.0.1"];
    await using fixture = await openHangingWeb({ outbound, unfurl: { timeout_ms: never }, trusted_proxies });
    const { server, links, held, page } = fixture;
    const abort = new AbortController();
    const request = (from: string, link: string) =>
      fetch(`${server.url}/january/embed?url=${encodeURIComponent(link)}`, {
        headers: { "x-forwarded-for": from },
        signal: abort.signal,
      });
    const hanging = [...links("one.example", 3), ...links("two.example", 3, 10)].map((link) =>
      request("192.0.2.1", link),
    );
    hanging.push(
      ...links("three.example", 6, 20).map((link, index) => request(`192.0.2.${50 + index}`, link)),
    );
    for (const response of hanging) response.catch(() => {});
    await until(() => held.length === 8);
    expect((await request("192.0.2.2", page("/a", title))).status).toBe(200);
    expect(held).toHaveLength(8);
    abort.abort();
    await Promise.allSettled(hanging);
  });
});
