import { expect, test } from "bun:test";
import { grantAllSafe, permission } from "../../../../src/permissions/bits.ts";
import { directMessageDefault, viewOnly } from "../../../../src/permissions/defaults.ts";
import type { Channel, Message, ServerEvents, User } from "../../../protocol/types.ts";
import { Model } from "./model.ts";

const id = (letter: string) => `01J000000000000000000000${letter.repeat(2)}`;
const newUser = (letter: string, more: Partial<User> = {}): User => ({
  ...{
    _id: id(letter),
    username: `user-${letter}`,
    discriminator: "0001",
    relationship: "None",
    online: true,
  },
  ...more,
});
const [ann, bob, eve] = [newUser("A", { relationship: "User" }), newUser("B"), newUser("E")];
const role = (name: string, rank: number, colour?: string) => ({
  ...{ _id: id(name), name, rank, permissions: { a: 0, d: 0 }, ...(colour && { colour }) },
});
const text: Channel = { channel_type: "TextChannel", _id: id("T"), server: id("S"), name: "General" };
const direct: Channel = {
  ...{ channel_type: "DirectMessage", _id: id("D"), active: true },
  recipients: [ann._id, bob._id],
};
const group: Channel = {
  ...{ channel_type: "Group", _id: id("G"), name: "Us", owner: bob._id },
  recipients: [ann._id, bob._id],
};

function openModel(more: Partial<ServerEvents["Ready"]> = {}): Model {
  const addresses = { api: "/api", files: "/files", proxied: () => undefined };
  const model = new Model(addresses as never, { isMuted: () => false, isChannelMuted: () => false });
  model.start({
    users: [bob, ann],
    servers: [
      {
        ...{ _id: id("S"), owner: bob._id, name: "Ferrets", channels: [text._id] },
        ...{ default_permissions: permission.ViewChannel, approximate_member_count: 2 },
        roles: { high: role("high", 0), middle: role("middle", 1, "red"), low: role("low", 2, "blue") },
      },
    ],
    channels: [text, direct, group],
    members: [
      {
        _id: { server: id("S"), user: ann._id },
        joined_at: "2024-01-01T00:00:00.000Z",
        roles: ["middle", "high", "low"],
      },
    ],
    emojis: [],
    ...more,
  } as never);
  return model;
}

const messageOf = (model: Model, more: Partial<Message>) => {
  const message = { _id: id("M"), channel: text._id, author: bob._id, content: "Hello", ...more };
  model.take({ type: "Message", ...message } as never);
  return model.messages.get(message._id);
};

test("a collection has what the state has, and one view of each object", () => {
  const model = openModel();
  expect([model.users.has(bob._id), model.users.has(eve._id)]).toEqual([true, false]);
  expect(model.users.list().map(({ username }) => username)).toEqual(["user-B", "user-A"]);
  expect(model.users.get(bob._id)).toBe(model.users.get(bob._id) as never);
  expect(model.users.get(eve._id)).toBeUndefined();
});

test("a direct message is with the other one, who can be written to as a friend or a bot", () => {
  const recipient = (more: Partial<User>) =>
    openModel({ users: [{ ...bob, ...more }, ann] }).channels.get(direct._id);
  expect(recipient({})?.recipient?.id).toBe(bob._id);
  expect(recipient({})?.permission).toBe(viewOnly);
  expect(recipient({ relationship: "Friend" })?.permission).toBe(directMessageDefault);
  expect(recipient({ bot: { owner: eve._id } })?.permission).toBe(directMessageDefault);
  expect(openModel().channels.get(group._id)?.recipient).toBeUndefined();
});

test("a group gives its own permissions, or the usual ones, and everything to its owner", () => {
  const inGroup = (more: Partial<Channel>) =>
    openModel({ channels: [{ ...group, ...more } as Channel] }).channels.get(group._id)?.permission;
  expect(inGroup({})).toBe(directMessageDefault);
  expect(inGroup({ permissions: permission.SendMessage } as never)).toBe(viewOnly + permission.SendMessage);
  expect(inGroup({ owner: ann._id } as never)).toBe(grantAllSafe);
});

test("roles are listed from the lowest, and the highest one with a colour gives it", () => {
  const member = openModel().member(id("S"), ann._id);
  expect(member?.orderedRoles.map(({ name }) => name)).toEqual(["low", "middle", "high"]);
  expect([member?.roleColour, member?.ranking]).toEqual(["red", 0]);
});

test("a message of a webhook has the name and the avatar of the webhook", () => {
  const model = openModel();
  expect(messageOf(model, {})?.webhook).toBeUndefined();
  const webhook = { name: "CI", avatar: "file" };
  expect(messageOf(model, { webhook })?.webhook).toEqual({ name: "CI", avatarURL: "/files/avatars/file" });
  expect(messageOf(model, { webhook })?.username).toBe("CI");
});

test("what a reply brings along replaces what is known only if it is newer", () => {
  const model = openModel();
  model.learn({ users: [{ ...bob, username: "older" }, eve] });
  expect(model.users.list().map(({ username }) => username)).toEqual(["user-B", "user-A", "user-E"]);
  model.learn({ users: [{ ...bob, username: "newer" }] }, true);
  expect(model.users.get(bob._id)?.username).toBe("newer");
});

test("a user whom Ready does not name has no relation to this one", () => {
  const model = openModel({ users: [{ ...bob, relationship: "Friend" }, ann] });
  expect(model.users.get(bob._id)?.relationship).toBe("Friend");
  model.start({ users: [ann], servers: [], channels: [], members: [], emojis: [] } as never);
  expect(model.users.get(bob._id)?.relationship).toBe("None");
});

test("messages of others mention this user by name, by role or with all, and count as mentions", () => {
  const mentions = (more: Partial<Message>) => {
    const model = openModel();
    const { mentioned } = messageOf(model, more) ?? {};
    return [mentioned, model.channels.get(text._id)?.mentions.length];
  };
  expect(mentions({})).toEqual([false, 0]);
  expect(mentions({ mentions: [ann._id] })).toEqual([true, 1]);
  expect(mentions({ author: ann._id, mentions: [ann._id] })).toEqual([false, 0]);
  expect(mentions({ role_mentions: ["low"] })).toEqual([true, 1]);
  expect(mentions({ role_mentions: ["other"] })).toEqual([false, 0]);
  expect(mentions({ flags: 4 })).toEqual([true, 1]);
  // Of all who were online: the server remembers no mention.
  expect(mentions({ flags: 8 })).toEqual([true, 0]);
  // Without a notification.
  expect(mentions({ flags: 2, mentions: [ann._id] })).toEqual([true, 0]);
});
