import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unfurlLinksJob } from "../../../src/domains/messages/jobs.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { readMessages } from "../../support/messages/messages.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { openReadyStream, type StreamClient } from "../../support/stream/stream.ts";
import { reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer, type UnfurlServer } from "../../support/unfurl/unfurl-server.ts";
import { until } from "../../support/until.ts";

for (const engine of anyEngine) {
  describe(`links in messages, on ${engine}`, () => {
    let unfurling: UnfurlServer;
    let server: TestServer;
    let community: Room;
    let stream: StreamClient;
    beforeAll(async () => {
      unfurling = await openUnfurlServer({}, engine);
      server = unfurling.server;
      community = await newRoom(server);
      stream = (await openReadyStream(server, community.owner)).stream;
    });
    afterAll(async () => {
      await stream[Symbol.asyncDispose]();
      await unfurling[Symbol.asyncDispose]();
    });

    const title = (path: string) => `<meta property="og:title" content="${path}">`;
    const page = (path: string) => unfurling.page(path, title(path));
    const send = (content: string, more = {}) =>
      sendMessage(server, { by: community.member, channel: community.channel }, { content, ...more });
    const storedEmbeds = async (id: string) => {
      const row = (await readMessages(server, community.channel)).find((message) => message.id === id);
      return row?.embeds ? JSON.parse(row.embeds) : undefined;
    };
    const waitForJobs = () =>
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
    const takeAppends = async () => {
      await waitForJobs();
      return (await stream.takeNew()).filter(({ type }) => type === "MessageAppend");
    };
    const runAgain = (message: string) => {
      const { services, store } = server.running;
      const payload = { channel: community.channel, message } as never;
      return unfurlLinksJob.run({ services, read: store.read, write: store.write }, payload);
    };

    test("get embeds after the message was sent", async () => {
      const url = page("/one");
      const { body } = await postMessage(
        server,
        { by: community.member, channel: community.channel },
        { content: `See ${url}.` },
      );
      expect(body).not.toHaveProperty("embeds");
      const append = await stream.next("MessageAppend");
      const embeds = [{ type: "Website", url, original_url: url, title: "/one" }];
      expect(append).toMatchObject({ id: body._id, channel: community.channel, append: { embeds } });
      expect(await storedEmbeds(body._id)).toEqual(append.append.embeds);
      const types = (await stream.takeNew()).map(({ type }) => type);
      expect(types.slice(-2)).toEqual(["Message", "MessageAppend"]);
    });

    test("get embeds after those of the draft, and only once if the job runs twice", async () => {
      const id = await send(page("/after"), { embeds: [{ title: "Sent" }] });
      expect(await takeAppends()).toMatchObject([{ id, append: { embeds: [{ title: "/after" }] } }]);
      await runAgain(id);
      expect(await takeAppends()).toEqual([]);
      expect(await storedEmbeds(id)).toMatchObject([{ type: "Text", title: "Sent" }, { title: "/after" }]);
    });

    test("are followed once each, up to the fifth", async () => {
      const paths = [1, 2, 3, 4, 5, 6, 7].map((number) => `/many/${number}`);
      const urls = paths.map(page);
      await send([urls[0], ...urls].join(" "));
      const [{ append } = { append: {} }] = await takeAppends();
      expect(append.embeds.map(({ title }: { title: string }) => title)).toEqual(paths.slice(0, 5));
      expect(paths.map(unfurling.hits)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    });

    test("to missing pages and to private addresses get none", async () => {
      const [missing, existing] = [unfurling.web.url("/missing"), page("/there")];
      const id = await send(`${missing} http://127.0.0.1:${unfurling.web.port}/ ${existing}`);
      expect(await takeAppends()).toMatchObject([{ id, append: { embeds: [{ title: "/there" }] } }]);
      const withoutEmbeds = await send(missing);
      expect(await takeAppends()).toEqual([]);
      expect(await storedEmbeds(withoutEmbeds)).toBeUndefined();
      expect(unfurling.web.privateConnections()).toBe(0);
    });

    test.each([
      ["in code", (url: string) => `\`${url}\` \`\`\`\n${url}\n\`\`\``],
      ["in angle brackets", (url: string) => `<${url}>`],
      ["in a quotation", (url: string) => `> ${url}`],
    ])("%s get none", async (_, text) => {
      const url = page("/hushed");
      await send(text(url));
      expect(await takeAppends()).toEqual([]);
      expect(unfurling.hits("/hushed")).toBe(0);
    });

    test("get none where the author may not send embeds", async () => {
      const url = page("/forbidden");
      await community.setPermissions([], ["SendEmbeds"]);
      await send(url);
      expect(await takeAppends()).toEqual([]);
      expect(unfurling.hits("/forbidden")).toBe(0);
      await community.setPermissions([]);
    });

    test("get embeds in conversations too", async () => {
      const [one, two] = await newFriends(server);
      const { body: conversation } = await openConversation(server, one, two.id);
      const { stream: other } = await openReadyStream(server, two);
      const id = await sendMessage(
        server,
        { by: one, channel: conversation._id },
        { content: page("/conversation") },
      );
      expect(await other.next("MessageAppend")).toMatchObject({ id, channel: conversation._id });
      await other[Symbol.asyncDispose]();
    });

    /** Sends a link to a page, and changes the message before the page responds. */
    async function changeDuringFetch(
      path: string,
      change: (id: string) => Promise<unknown>,
    ): Promise<string> {
      const requested = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      unfurling.web.respondAt(path, async (socket) => {
        requested.resolve();
        await release.promise;
        socket.end(reply(200, { "Content-Type": "text/html" }, `<head>${title(path)}</head>`));
      });
      const id = await send(unfurling.web.url(path));
      await requested.promise;
      await change(id);
      release.resolve();
      return id;
    }
    const messagePath = (id: string) => `/channels/${community.channel}/messages/${id}`;

    test("get none if the message was deleted in the meantime", async () => {
      await changeDuringFetch("/deleted", (id) =>
        server.client.delete(messagePath(id), {}, community.member),
      );
      expect(await takeAppends()).toEqual([]);
    });

    test("get none if the message was edited in the meantime", async () => {
      const edit = { content: `Now ${page("/edited")}` };
      const id = await changeDuringFetch("/before", (id) =>
        server.client.patch(messagePath(id), edit, community.member),
      );
      expect(await takeAppends()).toMatchObject([{ id, append: { embeds: [{ title: "/edited" }] } }]);
      expect(await storedEmbeds(id)).toMatchObject([{ title: "/edited" }]);
    });

    test("lose their embeds when an edit removes them, and new links get embeds", async () => {
      const id = await send(page("/old"));
      await takeAppends();
      await server.client.patch(messagePath(id), { content: page("/new") }, community.member);
      expect(await takeAppends()).toMatchObject([{ id, append: { embeds: [{ title: "/new" }] } }]);
      expect(await storedEmbeds(id)).toMatchObject([{ title: "/new" }]);
      await server.client.patch(messagePath(id), { content: "None." }, community.member);
      expect(await takeAppends()).toEqual([]);
      expect((await storedEmbeds(id)) ?? []).toEqual([]);
    });
  });
}
