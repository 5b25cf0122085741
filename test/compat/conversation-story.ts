import { afterAll, beforeAll, expect, type Mock, spyOn, test } from "bun:test";
import type { Engine } from "../support/engines.ts";
import { makeImage } from "../support/make-images.ts";
import { type OutsideWeb, openOutsideWeb, reply } from "../support/outside-web.ts";
import { newUser, type Person } from "../support/people.ts";
import { arrange } from "../support/relationship-cells.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import type { Library, LibraryChannel, LibraryClient } from "./conversation-library.ts";
import { readElsewhere } from "./conversation-reading.ts";
import {
  changeMind,
  compareWith,
  greetAndAnswer,
  pinAndUnpin,
  previewLinks,
  reactAndTakeBack,
  searchFor,
  showFiles,
  type Talk,
  takeBackWords,
  tidyUp,
} from "./conversation-steps.ts";
import { find, newsIn } from "./conversation-views.ts";

const steps = [
  greetAndAnswer,
  showFiles,
  changeMind,
  previewLinks,
  reactAndTakeBack,
  pinAndUnpin,
  searchFor,
  takeBackWords,
];

interface People {
  readonly her: Person;
  readonly him: Person;
  readonly ann: LibraryClient;
  readonly ben: LibraryClient;
  readonly phone: LibraryClient;
}

export function tellConversations(engine: Engine, library: Library): void {
  let web: OutsideWeb;
  let server: TestServer;
  let chatter: Mock<typeof console.debug>;
  const connected: LibraryClient[] = [];

  beforeAll(async () => {
    // The libraries say there which fields they do not know.
    chatter = spyOn(console, "debug").mockImplementation(() => {});
    web = await openOutsideWeb();
    server = await openServer(engine, { config: { outbound: web.config().outbound } });
  });
  afterAll(async () => {
    for (const client of connected) client.events.disconnect();
    await server[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
    chatter.mockRestore();
  });

  async function enter(person: Person): Promise<LibraryClient> {
    const client = await library.connect(server, person);
    connected.push(client);
    await until(() => client.ready());
    return client;
  }

  async function meet(): Promise<People> {
    const [her, him] = [await newUser(server, "Ann"), await newUser(server, "Ben")];
    await arrange(server, "Friend/Friend", [her, him]);
    return { her, him, ann: await enter(her), ben: await enter(him), phone: await enter(him) };
  }

  function page(title: string): string {
    const html = `<!doctype html><html><head><meta property="og:title" content="${title}"></head><body>`;
    web.answer(`/${title}`, reply(200, { "Content-Type": "text/html" }, html));
    return web.url(`/${title}`);
  }

  const talkIn = (place: LibraryChannel, { ann, ben, phone }: People, ...more: string[]): Talk => ({
    ...{ library, place, ann, ben, phone },
    pages: { Harbour: page("Harbour"), Lighthouse: page("Lighthouse") },
    emojis: ["👍", ...more],
  });

  async function converse(talk: Talk, him: Person): Promise<void> {
    for (const step of steps) await step(talk);
    await compareWith(talk, await enter(him));
  }

  async function openDirect({ ann, him }: People): Promise<LibraryChannel> {
    const user = ann.users.get(him.id);
    if (!user) throw new Error("a friend is unknown");
    return user.openDM();
  }

  async function openServerOf({ ann, ben, phone }: People) {
    const home = await ann.servers.createServer({ name: "Home" });
    const [general] = home.channels;
    if (!general) throw new Error("a server without a channel");
    await library.join(ben, (await general.createInvite())._id);
    for (const client of [ben, phone]) await find(client, general);
    return { home, general };
  }

  test("two people talk directly", async () => {
    const people = await meet();
    await converse(talkIn(await openDirect(people), people), people.him);
  });

  test("what is read on one device is read on the other", async () => {
    const people = await meet();
    const direct = await openDirect(people);
    await readElsewhere(talkIn(direct, people), {
      enterAgain: () => enter(people.him),
      readAll: async () => {
        const his = await find(people.ben, direct);
        await his.ack(String(his.lastMessageId), true);
      },
    });
  });

  test("a group is made, joined, renamed, talked in, left and passed on", async () => {
    const people = await meet();
    const { her, him, ann, ben, phone } = people;
    const group = await ann.channels.createGroup("Us", []);
    await group.addMember(him.id);
    await until(() => group.recipientIds.has(him.id));
    const [his, onPhone] = [await find(ben, group), await find(phone, group)];
    expect([his.type, his.name, his.ownerId]).toEqual(["Group", "Us", her.id]);
    // That he was added is said before he is there.
    for (const channel of [his, onPhone]) await channel.fetchMessagesWithUsers({ limit: 100 });
    await group.edit({ name: "We" });
    await until(() => his.name === "We" && onPhone.name === "We");
    const talk = talkIn(group, people);
    await converse(talk, him);
    await tidyUp(talk);

    await library.leave(ann, group);
    expect(ann.channels.has(group.id)).toBe(false);
    for (const channel of [his, onPhone])
      await until(() => channel.ownerId === him.id && !channel.recipientIds.has(her.id));
    const left = { type: "user_left", userId: her.id };
    await until(() => Bun.deepEquals(newsIn(phone, group.id).at(-1), left));
    expect(newsIn(phone, group.id)).toEqual([
      { type: "user_added", userId: him.id, byId: her.id },
      { type: "channel_renamed", name: "We", byId: her.id },
      // What was pinned, and unpinned.
      expect.anything(),
      expect.anything(),
      { type: "channel_ownership_changed", fromId: her.id, toId: him.id },
      left,
    ]);
    await his.delete();
    await until(() => !phone.channels.has(group.id));
  });

  test("two people talk in a server, and one of them keeps order", async () => {
    const people = await meet();
    const { him, ann, ben, phone } = people;
    const { home, general } = await openServerOf(people);
    const picture = await library.upload(ann, "emojis", new File([await makeImage("png")], "otter.png"));
    const { id: otter } = await home.createEmoji(picture, { name: "otter" });
    await until(() => ben.emojis.has(otter) && phone.emojis.has(otter));
    const talk = talkIn(general, people, otter);
    await converse(talk, him);
    await tidyUp(talk);
  });

  test("a server that is read on one device is read on the others", async () => {
    const people = await meet();
    const { home, general } = await openServerOf(people);
    await readElsewhere(talkIn(general, people), {
      enterAgain: () => enter(people.him),
      readAll: async () => people.ben.servers.get(home.id)?.ack(),
    });
  });
}
