import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { maxRanked } from "../../../src/domains/messages/rules/search.ts";
import { updateMessage } from "../../../src/domains/messages/store/messages.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { idsIn, insertMessages, readCalls } from "../../support/messages/reading.ts";
import { searches, texts } from "../../support/messages/searchable.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { until } from "../../support/until.ts";

describeServer("searching messages", engines, (server, engine) => {
  let community: Community;
  let member: Person;
  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
  });

  /** Another channel of the community, with messages of these contents. */
  async function newChannel(contents: readonly string[]) {
    const { body } = await server.client.post(
      `/servers/${community.id}/channels`,
      { name: "C" },
      community.owner,
    );
    const channel: string = body._id;
    const ids = await insertMessages(
      server,
      channel,
      contents.map((content) => ({ content })),
    );
    const reading = readCalls(server, channel, member);
    /** The indexes of the found messages among the contents, in the order of the response. */
    const find = async (search: object): Promise<number[]> => {
      const { status, body } = await reading.search(search);
      expect(status).toBe(200);
      return idsIn(body).map((id) => ids.indexOf(id));
    };
    return { channel, ids, find, ...reading };
  }

  test("finds the same messages with every engine", async () => {
    const names = Object.keys(texts);
    const { find } = await newChannel(Object.values(texts));
    await newChannel(Object.values(texts));
    for (const [query, found] of searches)
      for (const sort of ["Relevance", "Oldest"]) {
        const positions = await find({ query, sort, limit: 100 });
        const foundNames = positions.toSorted((a, b) => a - b).map((at) => names[at]);
        expect({ query, sort, found: foundNames.join(" ") }).toEqual({ query, sort, found });
      }
  });

  const contents = ["red", "blue red", "blue", "red red red", "green", "red and a lot of other words"];

  test.each<[search: object, expected: number[]]>([
    [{ query: "red", sort: "Latest" }, [5, 3, 1, 0]],
    [{ query: "red", sort: "Oldest" }, [0, 1, 3, 5]],
    [{ query: "red", sort: "Latest", limit: 2 }, [5, 3]],
    [{ query: "red", sort: "Oldest", limit: 2 }, [0, 1]],
    [{ query: "red", sort: "Latest", before: 5, limit: 2 }, [3, 1]],
    [{ query: "red", sort: "Oldest", after: 0, before: 5 }, [1, 3]],
    [{ query: "red", sort: "Latest", after: 3 }, [5]],
    [{ query: "red green", sort: "Oldest", after: 3 }, [4, 5]],
    [{ query: "blue", limit: 1, before: 2 }, [1]],
    [{ query: "yellow" }, []],
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ sort: "Relevance", limit: 2 }, [5, 4]],
    [{ sort: "Oldest", limit: 2, after: 1 }, [2, 3]],
    [{ pinned: true }, [3, 1]],
    [{ pinned: true, sort: "Oldest" }, [1, 3]],
    [{ pinned: true, sort: "Latest", before: 3, limit: 5 }, [1]],
    [{ pinned: true, limit: 1 }, [3]],
    [{ pinned: false }, []],
    [{ query: null, pinned: null, sort: "Latest", limit: 1 }, [5]],
  ])("%j returns the right messages in the right order", async (search, expected) => {
    const { channel, ids, find } = await newChannel(contents);
    const searchBody = Object.entries(search).map(([key, value]) =>
      key === "before" || key === "after" ? [key, ids[value]] : [key, value],
    );
    await server.running.store.write(async (tx) => {
      for (const at of [1, 3])
        await updateMessage(tx, { channel_id: channel, id: ids[at] ?? "" }, { pinned: 1 });
    });
    expect(await find(Object.fromEntries(searchBody))).toEqual(expected);
  });

  test("sorts by relevance, and equally relevant messages by time", async () => {
    const { find } = await newChannel([
      "a kettle among many other things that are said here at great length",
      "kettle",
      "kettle",
      "nothing of the kind",
      "kettle kettle kettle",
    ]);
    expect(await find({ query: "kettle" })).toEqual([4, 2, 1, 0]);
    expect(await find({ query: "kettle", limit: 2 })).toEqual([4, 2]);
    expect(await find({ query: "kettle length" })).toEqual([0, 4, 2, 1]);
    expect(await find({ query: 'kettle "of the kind"' })).toEqual([3, 4, 2, 1, 0]);
  });

  test("ranks the newest matches only", async () => {
    const { find, ids } = await newChannel(["heron heron", ...Array(maxRanked).fill("a heron"), "stork"]);
    expect(await find({ query: "heron", limit: 2 })).toEqual([maxRanked, maxRanked - 1]);
    expect(await find({ query: "heron", limit: 2, before: ids[maxRanked] })).toEqual([0, maxRanked - 1]);
  });

  test("follows edits and deletions", async () => {
    const { channel, find, ids, search } = await newChannel(["heron", "stork", "crane"]);
    const newest = await sendMessage(server, { by: member, channel: channel }, { content: "Heron!" });
    expect(idsIn((await search({ query: "heron" })).body)).toEqual([newest, ids[0] ?? ""]);
    const path = `/channels/${channel}/messages`;
    await server.client.patch(`${path}/${newest}`, { content: "Stork!" }, member);
    expect(await find({ query: "heron" })).toEqual([0]);
    expect((await search({ query: "stork" })).body.length).toBe(2);
    await server.client.delete(`${path}/${newest}`, {}, member);
    await server.client.delete(`${path}/${ids[1]}`, {}, community.owner);
    expect(await find({ query: "stork" })).toEqual([]);
  });

  // PostgreSQL keeps the words in the row of the message.
  if (engine === "sqlite") {
    const countIndexed = (word: string) =>
      server.running.store.read(async (db) => {
        const match = sql`select rowid from message_words where message_words match ${`content:${word}`}`;
        return (await match.execute(db.sql() as never)).rows.length;
      });

    test("adds words to the index in batches, and before a search in their channel", async () => {
      await newChannel(["dunlin", "dunlin"]);
      expect(await countIndexed("dunlin")).toBe(0);
      const contents = Array.from({ length: 600 }, () => "curlew");
      const { channel } = await newChannel(contents);
      expect(await countIndexed("dunlin")).toBe(2);
      const inBatch = await countIndexed("curlew");
      expect(inBatch).toBeGreaterThan(0);
      expect(inBatch).toBeLessThan(contents.length);
      const { channel: other } = await newChannel(["curlew"]);
      const find = async (where: string, limit: number) => {
        const path = `/channels/${where}/search`;
        return (await server.client.post(path, { query: "curlew", limit }, member)).body.length;
      };
      expect(await find(other, 100)).toBe(1);
      expect(await countIndexed("curlew")).toBe(inBatch + 1);
      expect(await find(channel, 100)).toBe(100);
      expect(await countIndexed("curlew")).toBe(contents.length + 1);
    });

    test("keeps no words of deleted, edited and swept messages in the index", async () => {
      const { channel, ids } = await newChannel(["egret", "egret one", "egret two", "egret three"]);
      const path = `/channels/${channel}/messages`;
      await server.client.post(`/channels/${channel}/search`, { query: "egret" }, community.owner);
      expect(await countIndexed("egret")).toBe(4);
      await server.running.store.write((tx) =>
        updateMessage(tx, { channel_id: channel, id: ids[0] ?? "" }, { content: "stork" }),
      );
      expect(await countIndexed("egret")).toBe(3);
      await server.client.delete(`${path}/${ids[1]}`, {}, community.owner);
      expect(await countIndexed("egret")).toBe(2);
      await server.client.delete(`${path}/bulk`, { ids: [ids[2]] }, community.owner);
      expect(await countIndexed("egret")).toBe(1);
      await server.client.delete(`/channels/${channel}`, {}, community.owner);
      await until(async () => (await countIndexed("egret")) === 0);
    });
  }

  test("finds the last word of messages that are hard to index", async () => {
    const hard = [
      `${"la ".repeat(600)}`,
      "x".repeat(1_900),
      "日".repeat(600),
      "' \\' :* \\\\ ",
      "a-".repeat(900),
    ];
    const { channel, search } = await newChannel([]);
    const ids: string[] = [];
    for (const text of hard)
      ids.push(await sendMessage(server, { by: member, channel: channel }, { content: `${text} walrus` }));
    expect(idsIn((await search({ query: "walrus", sort: "Oldest" })).body)).toEqual(ids);
  });

  test("searches the content only", async () => {
    const { channel, find } = await newChannel([]);
    const embed = { title: "pelican", description: "pelican" };
    await sendMessage(server, { by: member, channel: channel }, { embeds: [embed] });
    await insertMessages(server, channel, [{ system: JSON.stringify({ type: "text", content: "pelican" }) }]);
    expect(await find({ query: "pelican" })).toEqual([]);
    expect(await find({ query: channel })).toEqual([]);
  });

  test.each([
    { query: "" },
    { query: "x".repeat(65) },
    { query: 1 },
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { before: "short" },
    { after: "x".repeat(27) },
    { sort: "latest" },
    { pinned: "yes" },
    { include_users: 1 },
  ])("%j is refused", async (body) => {
    const response = await readCalls(server, community.channel, member).search(body);
    expectFailure(response, 400, "FailedValidation", { error: expect.any(String) });
  });

  test("checks are made in this order", async () => {
    const unknownChannel = readCalls(server, "unknown", member);
    const nonMember = readCalls(server, community.channel, await newUser(server));
    for (const pinned of [true, false]) {
      expect(outcome(await unknownChannel.search({ query: "x", pinned, limit: 0 }))).toBe(
        "400 FailedValidation",
      );
      expect(outcome(await unknownChannel.search({ query: "x", pinned }))).toBe("400 InvalidOperation");
    }
    expect(outcome(await unknownChannel.search({ query: "x" }))).toBe("404 NotFound");
    const missing = { permission: "ReadMessageHistory" };
    for (const body of [{}, { query: "x" }, { query: '""' }, { pinned: true }, { pinned: false }])
      expectFailure(await nonMember.search(body), 403, "MissingPermission", missing);
  });
});
