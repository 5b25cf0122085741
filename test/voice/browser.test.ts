import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { type BrowserClient, CallBrowser, chromiumProgram } from "../support/browser/browser.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newFriendOf } from "../support/channels/groups.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { liveKitProgram, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { expectEvents, joined, left, openVoiceFixture, updated } from "./fixture.ts";

setDefaultTimeout(60_000);

/**
 * In thorough runs alone: `test/web/voice.test.ts` shows sound and a shared screen in two browsers, and
 * `test/voice/moderation.test.ts` the limits and the mutes of the server with another client library.
 */
const isWanted = isThorough && chromiumProgram !== undefined && liveKitProgram !== undefined;

describe.if(isWanted)("calls with livekit-client in a browser", () => {
  let server: VoiceServer;
  let browser: CallBrowser;
  beforeAll(async () => {
    server = await openVoiceServer("sqlite");
    browser = await CallBrowser.launch();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const hears = (listener: BrowserClient, { id }: Person) =>
    until(async () => (await listener.call<number>("loudness", id)) > 0.01);
  /** Tries until the voice node has informed the client of the grant. */
  const untilGranted = (publish: () => Promise<unknown>) =>
    until(() =>
      publish().then(
        () => true,
        () => false,
      ),
    );
  const published = (client: BrowserClient) => client.call<string[]>("published");

  test("two users of a direct message hear each other, and one sees the screen of the other", async () => {
    const ann = await newUser(server);
    const ben = await newFriendOf(server, ann);
    const channel = (await openConversation(server, ann, ben.id)).body._id;
    const { stream } = await openReadyStream(server, ben);
    const caller = await browser.join(server, { by: ann, channel });
    const callee = await browser.join(server, { by: ben, channel });
    await caller.call("openMicrophone");
    await callee.call("openMicrophone");
    await hears(callee, ann);
    await hears(caller, ben);
    await caller.call("shareScreen", 960, 540);
    await until(async () => (await callee.call<number>("framesFrom", ann.id, "screen_share")) > 0);
    await callee.leave();
    await caller.leave();
    await expectEvents(stream, [
      joined(channel, ann),
      joined(channel, ben),
      updated(channel, ann, { is_publishing: true }),
      updated(channel, ben, { is_publishing: true }),
      updated(channel, ann, { screensharing: true }),
    ]);
    await expectEvents(stream, [left(channel, ben), left(channel, ann)]);
    await stream[Symbol.asyncDispose]();
  });

  test("a muted member cannot publish, and an unmuted one is heard again in the same call", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel, stream } = fixture;
    const moderator = await browser.join(server, { by: owner, channel });
    const client = await browser.join(server, { by: member, channel });
    await client.call("openMicrophone");
    await hears(moderator, member);
    await expectEvents(stream, [
      joined(channel, owner),
      joined(channel, member),
      updated(channel, member, { is_publishing: true }),
    ]);
    await fixture.editMember({ can_publish: false });
    await expectEvents(stream, [updated(channel, member, { is_publishing: false })]);
    await until(async () => (await published(client)).length === 0);
    expect(await client.call("openMicrophone").catch(String)).toContain("insufficient permissions");
    await fixture.editMember({ remove: ["CanPublish"] });
    await untilGranted(() => client.call("openMicrophone"));
    await expectEvents(stream, [updated(channel, member, { is_publishing: true })]);
    await hears(moderator, member);
    await client.leave();
    await moderator.leave();
    await expectEvents(stream, [left(channel, member), left(channel, owner)]);
  });

  test("a camera above the limits is refused, and its user stays and shows a smaller one", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel, stream } = fixture;
    const viewer = await browser.join(server, { by: owner, channel });
    const client = await browser.join(server, { by: member, channel });
    await client.call("openMicrophone");
    await client.call("showCamera", 1920, 1080);
    await until(async () => (await viewer.call<string[]>("ended")).includes("camera"));
    // The library misses the end of a track that comes before its publishing is complete.
    await client.call("closeCamera");
    await untilGranted(() => client.call("showCamera", 640, 480));
    await expectEvents(stream, [
      joined(channel, owner),
      joined(channel, member),
      updated(channel, member, { is_publishing: true }),
      updated(channel, member, { camera: true }),
    ]);
    await until(async () => (await viewer.call<number>("framesFrom", member.id, "camera")) > 0);
    await hears(viewer, member);
    expect(await client.call("isConnected")).toBe(true);
    await client.leave();
    await viewer.leave();
  });
});
