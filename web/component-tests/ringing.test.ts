import { expect, test } from "bun:test";
import type { Channel } from "../protocol/types.ts";
import { click } from "./support/actions.ts";
import { openLounge, participant } from "./support/call-scene.ts";
import { Room } from "./support/fake-livekit.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, newUser, setCalls } from "./support/scene.ts";

/** Ann's page of a group with Bob and Cleo. */
async function openGroup(path: (group: string) => string) {
  Room.opened.splice(0);
  const { scene, bob } = newScene();
  const cleo = newUser("Cleo");
  scene.users.push(cleo);
  setCalls(scene, true);
  const group: Channel = {
    channel_type: "Group",
    _id: newId(),
    name: "Us",
    owner: scene.me._id,
    recipients: [scene.me, bob, cleo].map(({ _id }) => _id),
  };
  scene.channels.push(group);
  Room.self = scene.me._id;
  const network = await openPage(path(group._id), scene, (answers) => {
    answers.on("post /channels/{target}/join_call", () => ({ url: "ws://voice", token: newId() }));
    answers.on("get /channels/{target}/members", () => [scene.me, bob, cleo]);
    answers.on("put /channels/{target}/end_ring/{target_user}", () => undefined);
  });
  const joins = (user: typeof bob) =>
    network.tell({ type: "VoiceChannelJoin", id: group._id, state: participant(user) });
  const ended = () =>
    network.sent("put /channels/{target}/end_ring/{target_user}").map(({ path: [, user] }) => user);
  return { scene, bob, cleo, group, network, joins, ended };
}

test("a group rings for everybody in it, and the caller stops it for one", async () => {
  const { scene, bob, cleo, joins, ended } = await openGroup((id) => `/channel/${id}`);
  click(await find("button", "Start a call"));
  await until(() => all("button", /^Stop ringing for/).length === 2);
  joins(scene.me);
  joins(bob);
  Room.last.add(bob._id);
  await gone(() => all("button", "Stop ringing for Bob"));
  click(await find("button", "Stop ringing for Cleo"));
  await gone(() => all("button", /^Stop ringing for/));
  await until(() => ended().join() === cleo._id);
  joins(cleo);
  Room.last.add(cleo._id);
  await find("list", "3 people in the call");
});

test("a call of a group names it, rings on until it is declined, and not after that", async () => {
  const { scene, bob, cleo, group, network, joins, ended } = await openGroup(() => "/friends");
  await find("link", "Us");
  const begin = () =>
    network.tell({
      type: "VoiceCallUpdate",
      channel_id: group._id,
      initiator_id: bob._id,
      started_at: "2026-01-01T00:00:00.000Z",
      ended: false,
    });
  joins(bob);
  begin();
  const ring = await find("alertdialog", "Incoming call");
  await findText("Bob is calling in Us", ring);
  // Somebody else who answers ends the ring of nobody but themselves.
  joins(cleo);
  expect(all("alertdialog", "Incoming call").length).toBe(1);
  click(await find("button", "Decline", ring));
  await gone(() => all("alertdialog"));
  await until(() => ended().join() === scene.me._id);
  begin();
  click(await find("button", "Accept", await find("alertdialog", "Incoming call")));
  await gone(() => all("alertdialog"));
  await until(() => Room.opened.length === 1);
});

test("a server without voice shows no calls", async () => {
  await openLounge((scene) => setCalls(scene, false));
  await find("heading", "Lounge");
  expect(all("button", "Join the call")).toEqual([]);
});
