import { describe, expect, test } from "bun:test";
import { DisconnectReason, RoomEvent } from "livekit-client";
import { click } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { joinsOf, openCall, participant } from "./support/call-scene.ts";
import { Room } from "./support/fake-livekit.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { newUser } from "./support/scene.ts";

describe("the connection of somebody in a call", () => {
  test("is marked where it is poor, on the tile and in the list of channels", async () => {
    const { room, bob, network, lounge } = await openCall();
    network.tell({ type: "VoiceChannelJoin", id: lounge._id, state: participant(bob) });
    const other = room.add(bob._id);
    const people = await find("list", "2 people in the call");
    const inList = await find("list", "In Lounge");
    expect(all("img", "poor connection")).toEqual([]);
    other.connectionQuality = "poor";
    room.emit(RoomEvent.ConnectionQualityChanged);
    await find("img", "poor connection", people);
    await find("img", "poor connection", inList);
    other.connectionQuality = "good";
    room.emit(RoomEvent.ConnectionQualityChanged);
    await gone(() => all("img", "poor connection"));
  });

  test("has figures, which are read again while they are shown", async () => {
    const { room, bob } = await openCall();
    const camera = room.add(bob._id).send("camera");
    const inbound = {
      id: "I",
      type: "inbound-rtp",
      timestamp: 1_000,
      codecId: "C",
      packetsReceived: 95,
      packetsLost: 5,
      bytesReceived: 1_000,
      jitter: 0.004,
      frameWidth: 640,
      frameHeight: 360,
      framesPerSecond: 24,
    };
    const codec = { id: "C", type: "codec", timestamp: 1_000, mimeType: "video/VP9" };
    const pair = { id: "P", type: "candidate-pair", timestamp: 1_000, nominated: true };
    camera.stats = [inbound, codec, { ...pair, currentRoundTripTime: 0.05 } as typeof pair];
    click(await find("button", "Options for Bob"));
    click(await find("button", "Connection"));
    const figures = await find("region", "Connection");
    await findText("640 × 360, 24 fps", figures);
    const words = () => figures.textContent;
    for (const part of ["Round trip50 ms", "Jitter4 ms", "Packet loss5%", "CodecVP9"])
      expect(words()).toContain(part);
    expect(words()).not.toContain("Bit rate");
    camera.stats = [{ ...inbound, timestamp: 3_000, bytesReceived: 251_000 } as typeof inbound, codec];
    await until(() => words()?.includes("Bit rate1,000 kb/s"));
    expect(await problemsOf("figures of a connection", figures)).toEqual([]);
  });
});

test("a call of 25 cameras shows all of them, one large if it is chosen, and none while it is hidden", async () => {
  const others = Array.from({ length: 25 }, (_, index) => newUser(`Guest${index}`));
  const { room } = await openCall((scene) => scene.users.push(...others));
  const cameras = others.map(({ _id }) => room.add(_id).send("camera"));
  await find("list", "26 people in the call");
  const shown = () => cameras.filter(({ elements }) => elements.size > 0).length;
  await until(() => shown() === 25);
  expect(room.options).toMatchObject({ adaptiveStream: true, dynacast: true });
  const enlarge = await find("button", "Enlarge Guest7");
  click(enlarge);
  await until(() => all("button", "Enlarge Guest7")[0]?.getAttribute("aria-pressed") === "true");
  expect(cameras.map(({ elements }) => elements.size)).toEqual(cameras.map(() => 1));
  // LiveKit sends nothing of what no element shows.
  click(await find("button", "Hide the call"));
  await until(() => shown() === 0);
});

describe("a call that was lost", () => {
  test("comes back by itself with a fresh token, the microphone and the camera as they were", async () => {
    const { room, network } = await openCall();
    await until(() => room.localParticipant.isMicrophoneEnabled);
    click(await find("button", "Turn on the camera"));
    await find("button", "Turn off the camera");
    const answers: (Refusal | { url: string; token: string })[] = [
      new Refusal("LiveKitUnavailable"),
      { url: "ws://voice", token: "fresh" },
    ];
    network.on(
      "post /channels/{target}/join_call",
      () => answers.shift() ?? { url: "ws://voice", token: "" },
    );
    room.end(DisconnectReason.SERVER_SHUTDOWN);
    await findText("Reconnecting…");
    await until(() => Room.last !== room && Room.last.localParticipant.isMicrophoneEnabled);
    expect(Room.last.token).toBe("fresh");
    expect(joinsOf(network)).toBe(3);
    await until(() => Room.last.localParticipant.tracks.has("camera"));
    await gone(() => all("status", "Reconnecting…"));
  });

  test("is looked for on the other voice nodes, too", async () => {
    const [main, other] = ["main", "other"].map((name) => ({
      name,
      lat: 0,
      lon: 0,
      public_url: "ws://voice",
    }));
    const { room, network } = await openCall(({ configuration: { features } }) => {
      if (main && other) Object.assign(features.livekit, { nodes: [main, other] });
    });
    network.on("post /channels/{target}/join_call", ({ body: { node } }) =>
      node === "other" ? { url: "ws://voice", token: "" } : new Refusal("LiveKitUnavailable"),
    );
    room.end(DisconnectReason.SERVER_SHUTDOWN);
    await until(() => Room.last !== room && Room.last.state === "connected");
    const asked = network.sent("post /channels/{target}/join_call").map(({ body }) => body.node);
    expect(asked).toEqual(["main", "main", "other"]);
  });

  test("leaves somebody muted who was", async () => {
    const { room } = await openCall();
    await until(() => room.localParticipant.isMicrophoneEnabled);
    click(await find("button", "Mute the microphone"));
    await until(() => !room.localParticipant.isMicrophoneEnabled);
    room.end(DisconnectReason.SERVER_SHUTDOWN);
    await until(() => Room.last !== room && Room.last.state === "connected");
    await find("button", "Unmute the microphone");
    expect(Room.last.localParticipant.isMicrophoneEnabled).toBe(false);
    click(await find("button", "Unmute the microphone"));
    await until(() => Room.last.localParticipant.isMicrophoneEnabled);
  });

  test("is over if the server says no, or the user leaves", async () => {
    const { room, network } = await openCall();
    network.on("post /channels/{target}/join_call", () => new Refusal("CannotJoinCall"));
    room.end(DisconnectReason.SERVER_SHUTDOWN);
    await until(() => joinsOf(network) === 2);
    await find("button", "Join the call");
    expect(Room.opened.length).toBe(1);

    network.on("post /channels/{target}/join_call", () => ({ url: "ws://voice", token: "" }));
    click(await find("button", "Join the call"));
    await find("list", "1 person in the call");
    Room.last.end(DisconnectReason.SERVER_SHUTDOWN);
    await findText("Reconnecting…");
    click(await find("button", "Leave the call"));
    await find("button", "Join the call");
    await Bun.sleep(400);
    expect(joinsOf(network)).toBe(3);
  });
});
