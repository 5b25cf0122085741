import { describe, expect, test } from "bun:test";
import { RoomEvent } from "livekit-client";
import type { User } from "../protocol/types.ts";
import { click, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { openCall, participant } from "./support/call-scene.ts";
import { choose } from "./support/choose.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { newUser } from "./support/scene.ts";

describe("a raised hand", () => {
  const open = async () => {
    const call = await openCall();
    const { network, lounge, bob, room } = call;
    network.tell({ type: "VoiceChannelJoin", id: lounge._id, state: participant(bob) });
    room.add(bob._id);
    await find("list", "2 people in the call");
    const setHand = ({ _id: id }: User, raised_hand: string | null) =>
      network.tell({ type: "UserVoiceStateUpdate", id, channel_id: lounge._id, data: { raised_hand } });
    return { ...call, setHand };
  };

  test("is offered to those who may not speak, and asks the server", async () => {
    const { network, room, scene, lounge, setHand } = await open();
    expect(all("button", "Raise your hand")).toEqual([]);
    room.localParticipant.permissions = { canPublish: false, canSubscribe: true, canPublishSources: [] };
    room.emit(RoomEvent.ParticipantPermissionsChanged);
    network.on("put /channels/{target}/raised_hand", () => undefined);
    click(await find("button", "Raise your hand"));
    await until(() => network.sent("put /channels/{target}/raised_hand")[0]?.path[0] === lounge._id);
    setHand(scene.me, "2026-01-01T00:00:01.000Z");
    network.on("delete /channels/{target}/raised_hand/{target_user}", () => undefined);
    click(await find("button", "Lower your hand"));
    await until(() => {
      const [sent] = network.sent("delete /channels/{target}/raised_hand/{target_user}");
      return sent?.path.join() === `${lounge._id},${scene.me._id}`;
    });
    setHand(scene.me, null);
    await find("button", "Raise your hand");
    network.on("put /channels/{target}/raised_hand", () => new Refusal("NotConnected"));
    click(await find("button", "Raise your hand"));
    await findText("This person is not in a voice channel any more.");
  });

  test("is seen on the tile, in the list of channels and in order, and lowered by a moderator", async () => {
    const { network, scene, bob, lounge, setHand } = await open();
    setHand(scene.me, "2026-01-01T00:00:02.000Z");
    setHand(bob, "2026-01-01T00:00:01.000Z");
    const people = await find("list", "2 people in the call");
    await until(() => all("img", "hand raised", people).length === 2);
    expect(all("img", "hand raised", await find("list", "In Lounge")).length).toBe(2);
    click(await find("button", "2 raised hands"));
    const panel = await find("dialog", "2 raised hands");
    await until(
      () =>
        all("listitem", undefined, panel)
          .map(({ textContent }) => textContent)
          .join() === "Bob,Ann",
    );
    expect(await problemsOf("raised hands", panel)).toEqual([]);
    network.on("delete /channels/{target}/raised_hand/{target_user}", () => undefined);
    click(await find("button", "Lower the hand of Bob", panel));
    await until(() => {
      const [sent] = network.sent("delete /channels/{target}/raised_hand/{target_user}");
      return sent?.path.join() === `${lounge._id},${bob._id}`;
    });
    setHand(bob, null);
    await until(() => all("img", "hand raised", people).length === 1);
    setHand(scene.me, null);
    await gone(() => all("button", /raised hand/));
  });
});

test("several people are moved at once, and whoever cannot be is named", async () => {
  const [cleo, dan] = [newUser("Cleo"), newUser("Dan")];
  const { network, lounge, stage, server, bob } = await openCall(({ users }) => users.push(cleo, dan));
  for (const user of [bob, cleo, dan])
    network.tell({ type: "VoiceChannelJoin", id: lounge._id, state: participant(user) });
  const list = await find("navigation", "Channels");
  rightClick(await find("link", /^Lounge/, list));
  click(await find("menuitem", "Move people…"));
  const dialog = await find("dialog", "Move people from Lounge");
  click(await find("checkbox", /Ann/, dialog));
  await choose(/^Move to/, "Stage");
  expect(await problemsOf("move people", dialog)).toEqual([]);
  network.on("patch /servers/{server}/members/{member}", ({ path: [, id] }) =>
    id === cleo._id
      ? new Refusal("NotElevated")
      : { _id: { server: server._id, user: id ?? "" }, joined_at: "" },
  );
  // The server limits how often one may ask: each request is sent again after the pause that it names.
  network.limitMs = 1;
  click(await find("button", "Move", dialog));
  await findText(/^Not moved: Cleo\. /);
  network.limitMs = undefined;
  await gone(() => all("dialog"));
  const sent = network.sent("patch /servers/{server}/members/{member}");
  expect(sent.map(({ path, body }) => [path[1], body.voice_channel])).toEqual(
    [bob, cleo, dan].map(({ _id }) => [_id, stage._id]),
  );
});
