import { afterAll, beforeAll, expect, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import type { Channel, Client } from "stoat.js";
import { newUser, type Person } from "../support/accounts/people.ts";
import { connectStoat } from "../support/bots/stoat-client.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newFriendOf } from "../support/channels/groups.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";

setDefaultTimeout(60_000);

/** The node name that the web client sends. */
const anyNode = "worldwide";

function channelIn(client: Client, id: string): Channel {
  const channel = client.channels.get(id);
  if (!channel) throw new Error("the library does not know the channel");
  return channel;
}

/** Joins with the library's own method, and connects with what it returns. */
async function joinCall(client: Client, id: string, recipients?: string[]): Promise<VoiceClient> {
  const { url, token } = await channelIn(client, id).joinCall(anyNode, true, recipients);
  return await VoiceClient.connect(url, token);
}

/** The participants of a call as the library has them. */
const participantsIn = (client: Client, id: string) =>
  [...channelIn(client, id).voiceParticipants.values()].map((each) => ({
    user: each.userId,
    receiving: each.isReceiving(),
    publishing: each.isPublishing(),
    camera: each.isCamera(),
    screen: each.isScreensharing(),
  }));

const newcomer = ({ id }: Person) => ({
  user: id,
  receiving: true,
  publishing: false,
  camera: false,
  screen: false,
});

describeVoice.each(anyEngine)("calls with stoat.js, on %s", (engine) => {
  let server: VoiceServer;
  let debugOutput: Mock<typeof console.debug>;
  const clients: Client[] = [];
  beforeAll(async () => {
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    server = await openVoiceServer(engine);
  });
  afterAll(async () => {
    for (const client of clients) client.events.disconnect();
    await server[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  async function connect(person: Person): Promise<Client> {
    const client = await connectStoat(server, person);
    clients.push(client);
    return client;
  }

  async function newVoiceChannel(home: { id: string; owner: Person }): Promise<string> {
    const draft = { name: "Call", type: "Voice" };
    return (await server.client.post(`/servers/${home.id}/channels`, draft, home.owner)).body._id;
  }

  test("join, change, are moderated, move and leave in front of another client", async () => {
    const home = await newCommunity(server);
    const { owner } = home;
    const member = await newMember(server, home);
    const [from, to] = [await newVoiceChannel(home), await newVoiceChannel(home)];
    const [caller, watcher] = [await connect(member), await connect(owner)];
    expect(caller.configuration?.features.livekit).toMatchObject({
      enabled: true,
      nodes: [{ name: "main" }],
    });
    const watcherHas = (channel: string, expected: readonly object[]) =>
      until(() => Bun.deepEquals(participantsIn(watcher, channel), expected));

    const call = await joinCall(caller, from);
    await watcherHas(from, [newcomer(member)]);
    await call.playTone();
    await call.show("camera", { width: 320, height: 240 });
    await call.show("screen", { width: 320, height: 240 });
    const active = { ...newcomer(member), publishing: true, camera: true, screen: true };
    await watcherHas(from, [active]);

    // A client that connects later has the same participants from Ready.
    const late = await connect(await newMember(server, home));
    expect(participantsIn(late, from)).toEqual([active]);
    expect(late.channels.get(from)?.voiceParticipants.get(member.id)?.joinedAt).toEqual(
      watcher.channels.get(from)?.voiceParticipants.get(member.id)?.joinedAt,
    );

    const moderated = await watcher.servers.get(home.id)?.fetchMember(member.id);
    await moderated?.edit({ can_publish: false, can_receive: false });
    await watcherHas(from, [{ ...newcomer(member), receiving: false }]);
    await moderated?.edit({ remove: ["CanPublish", "CanReceive"] });
    await watcherHas(from, [newcomer(member)]);

    // The library does not handle moves yet, but passes on their events.
    const events = recordEvents(caller);
    const watched = recordEvents(watcher);
    await moderated?.edit({ voice_channel: to });
    await until(() => events.some(({ type }) => type === "UserMoveVoiceChannel"));
    const { token, ...move } = events.find(({ type }) => type === "UserMoveVoiceChannel") ?? {};
    expect(move).toEqual({ type: "UserMoveVoiceChannel", node: "main", from, to });
    await until(() => call.disconnected);
    const moved = await VoiceClient.connect(server.liveKit.url.replace("http", "ws"), String(token));
    await until(() => watched.some(({ type }) => type === "VoiceChannelMove"));
    expect(watched.find(({ type }) => type === "VoiceChannelMove")).toMatchObject({
      user: member.id,
      from,
      to,
      state: { id: member.id, is_receiving: true },
    });
    const later = await connect(await newMember(server, home));
    expect([participantsIn(later, from), participantsIn(later, to)]).toEqual([[], [newcomer(member)]]);
    await moved.leave();
    await until(() => participantsIn(later, to).length === 0);

    // Joining again leaves the other call: the library asks for that by default.
    const again = await joinCall(caller, from);
    await until(() => participantsIn(later, from).length === 1);
    const other = await joinCall(caller, to);
    await until(() => participantsIn(later, from).length === 0 && participantsIn(later, to).length === 1);
    await until(() => again.disconnected);
    await other.leave();
  });

  test("ring for the recipients of a conversation", async () => {
    const ann = await newUser(server);
    const ben = await newFriendOf(server, ann);
    const channel = (await openConversation(server, ann, ben.id)).body._id;
    const [caller, callee] = [await connect(ann), await connect(ben)];
    const events = recordEvents(callee);
    const updates = () => events.filter(({ type }) => type === "VoiceCallUpdate");
    const call = await joinCall(caller, channel, [ben.id]);
    await until(() => updates().length > 0);
    expect(participantsIn(callee, channel)).toEqual([newcomer(ann)]);
    const answer = await joinCall(callee, channel);
    await until(() => participantsIn(caller, channel).length === 2);
    await call.leave();
    await answer.leave();
    await until(() => participantsIn(caller, channel).length === 0);
    await until(() => updates().length > 1);
    expect(updates().map(({ ended }) => ended)).toEqual([false, true]);
  });
});

type LibraryEvent = Record<string, unknown>;

/** Records the events that a client receives from now on, including those that the library does not handle. */
function recordEvents(client: Client): LibraryEvent[] {
  const events: LibraryEvent[] = [];
  client.events.on("event", (event) => void events.push(event as LibraryEvent));
  return events;
}
