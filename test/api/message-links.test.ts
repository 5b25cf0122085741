import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unfurlLinksJob } from "../../src/domains/messages/jobs.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { reply } from "../support/fake-web.ts";
import { readMessages } from "../support/messages.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../support/sending.ts";
import type { TestServer } from "../support/server.ts";
import { openReadyStream, type StreamClient } from "../support/stream.ts";
import { openUnfurlServer, type UnfurlServer } from "../support/unfurl-server.ts";
import { until } from "../support/until.ts";

for (const engine of engines) {
  describe(`links in messages, on ${engine}`, () => {
    let unfurling: UnfurlServer;
    let server: TestServer;
    let room: Room;
    let stream: StreamClient;
    beforeAll(async () => {
      unfurling = await openUnfurlServer({}, engine);
      server = unfurling.server;
      room = await newRoom(server);
      stream = (await openReadyStream(server, room.owner)).stream;
    });
    afterAll(async () => {
      await stream[Symbol.asyncDispose]();
      await unfurling[Symbol.asyncDispose]();
    });

    const title = (path: string) => `<meta property="og:title" content="${path}">`;
    const page = (path: string) => unfurling.page(path, title(path));
    const say = (content: string, more = {}) =>
      sendMessage(server, { by: room.member, channel: room.channel }, { content, ...more });
    const stored = async (id: string) => {
      const row = (await readMessages(server, room.channel)).find((message) => message.id === id);
      return row?.embeds ? JSON.parse(row.embeds) : undefined;
    };
    const idle = () =>
      until(async () => {
        const jobs = server.running.store.read((db) =>
          db
            .sql<SystemTables>()
            .selectFrom("jobs")
            .select("id")
            .where("name", "=", unfurlLinksJob.name)
            .execute(),
        );
        return (await jobs).length === 0;
      });
    const appended = async () => {
      await idle();
      return (await stream.takeNew()).filter(({ type }) => type === "MessageAppend");
    };
    const runAgain = (message: string) => {
      const { services, store } = server.running;
      const payload = { channel: room.channel, message } as never;
      return unfurlLinksJob.run({ services, read: store.read, write: store.write }, payload);
    };

    test("get embeds after the message was sent", async () => {
      const url = page("/one");
      const { body } = await postMessage(
        server,
        { by: room.member, channel: room.channel },
        { content: `See ${url}.` },
      );
      expect(body).not.toHaveProperty("embeds");
      const append = await stream.next("MessageAppend");
      const embeds = [{ type: "Website", url, original_url: url, title: "/one" }];
      expect(append).toMatchObject({ id: body._id, channel: room.channel, append: { embeds } });
      expect(await stored(body._id)).toEqual(append.append.embeds);
      const kinds = (await stream.takeNew()).map(({ type }) => type);
      expect(kinds.slice(-2)).toEqual(["Message", "MessageAppend"]);
    });

    test("get embeds after those that were sent, and once however often the job runs", async () => {
      const id = await say(page("/after"), { embeds: [{ title: "Sent" }] });
      expect(await appended()).toMatchObject([{ id, append: { embeds: [{ title: "/after" }] } }]);
      await runAgain(id);
      expect(await appended()).toEqual([]);
      expect(await stored(id)).toMatchObject([{ type: "Text", title: "Sent" }, { title: "/after" }]);
    });

    test("of many, the first five are followed, each once", async () => {
      const paths = [1, 2, 3, 4, 5, 6, 7].map((number) => `/many/${number}`);
      const urls = paths.map(page);
      await say([urls[0], ...urls].join(" "));
      const [{ append } = { append: {} }] = await appended();
      expect(append.embeds.map(({ title }: { title: string }) => title)).toEqual(paths.slice(0, 5));
      expect(paths.map(unfurling.hits)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    });

    test("that lead nowhere get none", async () => {
      const [gone, shown] = [unfurling.web.url("/gone"), page("/there")];
      const id = await say(`${gone} http://127.0.0.1:${unfurling.web.port}/ ${shown}`);
      expect(await appended()).toMatchObject([{ id, append: { embeds: [{ title: "/there" }] } }]);
      const lost = await say(gone);
      expect(await appended()).toEqual([]);
      expect(await stored(lost)).toBeUndefined();
      expect(unfurling.web.privateConnections()).toBe(0);
    });

    test.each([
      ["in code", (url: string) => `\`${url}\` \`\`\`\n${url}\n\`\`\``],
      ["in angle brackets", (url: string) => `<${url}>`],
      ["in a quotation", (url: string) => `> ${url}`],
    ])("%s get none", async (_, text) => {
      const url = page("/hushed");
      await say(text(url));
      expect(await appended()).toEqual([]);
      expect(unfurling.hits("/hushed")).toBe(0);
    });

    test("get none where the author may not send embeds", async () => {
      const url = page("/forbidden");
      await room.setPermissions([], ["SendEmbeds"]);
      await say(url);
      expect(await appended()).toEqual([]);
      expect(unfurling.hits("/forbidden")).toBe(0);
      await room.setPermissions([]);
    });

    test("get embeds in conversations too", async () => {
      const [one, two] = await newFriends(server);
      const { body: talk } = await openConversation(server, one, two.id);
      const { stream: other } = await openReadyStream(server, two);
      const id = await sendMessage(server, { by: one, channel: talk._id }, { content: page("/talk") });
      expect(await other.next("MessageAppend")).toMatchObject({ id, channel: talk._id });
      await other[Symbol.asyncDispose]();
    });

    /** A page that is held back while something happens to the message that links to it. */
    async function meanwhile(path: string, happen: (id: string) => Promise<unknown>): Promise<string> {
      const asked = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      unfurling.web.respondAt(path, async (socket) => {
        asked.resolve();
        await go.promise;
        socket.end(reply(200, { "Content-Type": "text/html" }, `<head>${title(path)}</head>`));
      });
      const id = await say(unfurling.web.url(path));
      await asked.promise;
      await happen(id);
      go.resolve();
      return id;
    }
    const ofMessage = (id: string) => `/channels/${room.channel}/messages/${id}`;

    test("get none if the message was deleted in the meantime", async () => {
      await meanwhile("/deleted", (id) => server.client.delete(ofMessage(id), {}, room.member));
      expect(await appended()).toEqual([]);
    });

    test("get none if the message was edited in the meantime", async () => {
      const edit = { content: `Now ${page("/edited")}` };
      const id = await meanwhile("/before", (id) => server.client.patch(ofMessage(id), edit, room.member));
      expect(await appended()).toMatchObject([{ id, append: { embeds: [{ title: "/edited" }] } }]);
      expect(await stored(id)).toMatchObject([{ title: "/edited" }]);
    });

    test("lose their embeds by an edit, and new links get theirs", async () => {
      const id = await say(page("/old"));
      await appended();
      await server.client.patch(ofMessage(id), { content: page("/new") }, room.member);
      expect(await appended()).toMatchObject([{ id, append: { embeds: [{ title: "/new" }] } }]);
      expect(await stored(id)).toMatchObject([{ title: "/new" }]);
      await server.client.patch(ofMessage(id), { content: "None." }, room.member);
      expect(await appended()).toEqual([]);
      expect((await stored(id)) ?? []).toEqual([]);
    });
  });
}
