import { afterAll, beforeAll, expect, type Mock, spyOn, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { makeImage } from "../support/files/make-images.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type FakeWeb, openFakeWeb, reply } from "../support/unfurl/fake-web.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import type { Library, LibraryChannel, LibraryClient } from "./conversation-library.ts";
import { readOnOtherDevices } from "./conversation-reading.ts";
import {
  type Conversation,
  compareWithNewClient,
  deleteMessage,
  editMessage,
  moderate,
  pinAndUnpin,
  previewLinks,
  reactAndUnreact,
  searchMessages,
  sendAndReply,
  sendFiles,
} from "./conversation-steps.ts";
import { systemMessagesIn, waitForChannel } from "./conversation-views.ts";

const steps = [
  sendAndReply,
  sendFiles,
  editMessage,
  previewLinks,
  reactAndUnreact,
  pinAndUnpin,
  searchMessages,
  deleteMessage,
];

interface People {
  readonly her: Person;
  readonly him: Person;
  readonly ann: LibraryClient;
  readonly ben: LibraryClient;
  readonly phone: LibraryClient;
}

export function runConversations(engine: Engine, library: Library): void {
  let web: FakeWeb;
  let server: TestServer;
  let debugOutput: Mock<typeof console.debug>;
  const connected: LibraryClient[] = [];

  beforeAll(async () => {
    // The libraries log unknown fields there.
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    web = await openFakeWeb();
    server = await openServer(engine, { config: { outbound: web.config().outbound } });
  });
  afterAll(async () => {
    for (const client of connected) client.events.disconnect();
    await server[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  async function connect(person: Person): Promise<LibraryClient> {
    const client = await library.connect(server, person);
    connected.push(client);
    await until(() => client.ready());
    return client;
  }

  async function connectFriends(): Promise<People> {
    const [her, him] = [await newUser(server, "Ann"), await newUser(server, "Ben")];
    await setRelationship(server, "Friend/Friend", [her, him]);
    return { her, him, ann: await connect(her), ben: await connect(him), phone: await connect(him) };
  }

  function page(title: string): string {
    const html = `<!doctype html><html><head><meta property="og:title" content="${title}"></head><body>`;
    web.respondAt(`/${title}`, reply(200, { "Content-Type": "text/html" }, html));
    return web.url(`/${title}`);
  }

  const conversationIn = (
    place: LibraryChannel,
    { ann, ben, phone }: People,
    ...more: string[]
  ): Conversation => ({
    ...{ library, place, ann, ben, phone },
    pages: { Harbour: page("Harbour"), Lighthouse: page("Lighthouse") },
    emojis: ["👍", ...more],
  });

  async function runSteps(conversation: Conversation, him: Person): Promise<void> {
    for (const step of steps) await step(conversation);
    await compareWithNewClient(conversation, await connect(him));
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
    for (const client of [ben, phone]) await waitForChannel(client, general);
    return { home, general };
  }

  test("two users exchange direct messages", async () => {
    const people = await connectFriends();
    await runSteps(conversationIn(await openDirect(people), people), people.him);
  });

  test("a conversation that is read on one device becomes read on the others", async () => {
    const people = await connectFriends();
    const direct = await openDirect(people);
    await readOnOtherDevices(conversationIn(direct, people), {
      connectAgain: () => connect(people.him),
      readAll: async () => {
        const his = await waitForChannel(people.ben, direct);
        await his.ack(String(his.lastMessageId), true);
      },
    });
  });

  test("a group can be created, joined, renamed, used, left and transferred", async () => {
    const people = await connectFriends();
    const { her, him, ann, ben, phone } = people;
    const group = await ann.channels.createGroup("Us", []);
    await group.addMember(him.id);
    await until(() => group.recipientIds.has(him.id));
    const [his, onPhone] = [await waitForChannel(ben, group), await waitForChannel(phone, group)];
    expect([his.type, his.name, his.ownerId]).toEqual(["Group", "Us", her.id]);
    // The system message about the new recipient precedes his access to the group.
    for (const channel of [his, onPhone]) await channel.fetchMessagesWithUsers({ limit: 100 });
    await group.edit({ name: "We" });
    await until(() => his.name === "We" && onPhone.name === "We");
    const conversation = conversationIn(group, people);
    await runSteps(conversation, him);
    await moderate(conversation);

    await library.leave(ann, group);
    expect(ann.channels.has(group.id)).toBe(false);
    for (const channel of [his, onPhone])
      await until(() => channel.ownerId === him.id && !channel.recipientIds.has(her.id));
    const left = { type: "user_left", userId: her.id };
    await until(() => Bun.deepEquals(systemMessagesIn(phone, group.id).at(-1), left));
    expect(systemMessagesIn(phone, group.id)).toEqual([
      { type: "user_added", userId: him.id, byId: her.id },
      { type: "channel_renamed", name: "We", byId: her.id },
      // The system messages about the pin and the unpin.
      expect.anything(),
      expect.anything(),
      { type: "channel_ownership_changed", fromId: her.id, toId: him.id },
      left,
    ]);
    await his.delete();
    await until(() => !phone.channels.has(group.id));
  });

  test("two members exchange messages in a server, and one of them moderates", async () => {
    const people = await connectFriends();
    const { him, ann, ben, phone } = people;
    const { home, general } = await openServerOf(people);
    const picture = await library.upload(ann, "emojis", new File([await makeImage("png")], "otter.png"));
    const { id: otter } = await home.createEmoji(picture, { name: "otter" });
    await until(() => ben.emojis.has(otter) && phone.emojis.has(otter));
    const conversation = conversationIn(general, people, otter);
    await runSteps(conversation, him);
    await moderate(conversation);
  });

  test("a server that is read on one device becomes read on the others", async () => {
    const people = await connectFriends();
    const { home, general } = await openServerOf(people);
    await readOnOtherDevices(conversationIn(general, people), {
      connectAgain: () => connect(people.him),
      readAll: async () => people.ben.servers.get(home.id)?.ack(),
    });
  });
}
