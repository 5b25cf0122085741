import { expect, test } from "bun:test";
import { Model } from "./model.ts";

const id = (letter: string) => `01J000000000000000000000${letter.repeat(2)}`;
const [ann, bob] = [id("A"), id("B")];
const newServer = (letter: string) => ({ _id: id(letter), owner: bob, name: "Ferrets", channels: [] });
const newChannel = (letter: string, server: string) => ({
  ...{ channel_type: "TextChannel", _id: id(letter), server: id(server), name: "General" },
});
const newMember = (server: string, user: string) => ({
  ...{ _id: { server: id(server), user }, joined_at: "2024-01-01T00:00:00.000Z" },
});
const newEmoji = (letter: string, server: string) => ({
  ...{ _id: id(letter), parent: { type: "Server", id: id(server) }, creator_id: bob, name: "wave" },
});

/** Ann is in two servers, in one of them with Bob. */
function openModel(): Model {
  const addresses = { api: "/api", files: "/files", proxied: () => undefined };
  const model = new Model(addresses as never, { isMuted: () => false, isChannelMuted: () => false });
  model.start({
    users: [{ _id: ann, username: "ann", discriminator: "0001", relationship: "User", online: true }],
    servers: [newServer("S"), newServer("Z")],
    channels: [
      newChannel("T", "S"),
      newChannel("K", "Z"),
      { channel_type: "SavedMessages", _id: id("N"), user: ann },
    ],
    members: [newMember("S", ann), newMember("S", bob), newMember("Z", ann)],
    emojis: [newEmoji("E", "S"), newEmoji("F", "Z")],
  } as never);
  return model;
}

const idsOf = (collection: { list(): { id: string }[] }) => collection.list().map((each) => each.id);

test("whoever creates or joins a server is a member of it", () => {
  const model = openModel();
  model.take({
    ...{ type: "ServerCreate", id: id("Y"), server: newServer("Y"), channels: [newChannel("V", "Y")] },
    ...{ emojis: [newEmoji("G", "Y")], voice_states: [] },
  } as never);
  expect(model.member(id("Y"), ann)?.orderedRoles).toEqual([]);
  expect([model.channels.has(id("V")), model.emojis.has(id("G"))]).toEqual([true, true]);
});

test("a member who leaves takes nothing along", () => {
  const model = openModel();
  model.take({ type: "ServerMemberLeave", id: id("S"), user: bob } as never);
  expect(model.member(id("S"), bob)).toBeUndefined();
  expect(model.member(id("S"), ann)).toBeDefined();
  expect(idsOf(model.servers)).toEqual([id("S"), id("Z")]);
});

test("a server that one leaves goes with its channels, members and emoji, and nothing else does", () => {
  const model = openModel();
  model.take({ type: "ServerMemberLeave", id: id("S"), user: ann } as never);
  expect(idsOf(model.servers)).toEqual([id("Z")]);
  expect(idsOf(model.channels)).toEqual([id("K"), id("N")]);
  expect(idsOf(model.emojis)).toEqual([id("F")]);
  expect([model.member(id("S"), bob), model.member(id("S"), ann)]).toEqual([undefined, undefined]);
  expect(model.member(id("Z"), ann)).toBeDefined();
});

test("a reaction stays until the last user withdraws it", () => {
  const model = openModel();
  const reactions = { "👍": [ann, bob], "🦦": [ann] };
  const message = { _id: id("M"), channel: id("T"), author: bob, content: "Hello", reactions };
  model.take({ type: "Message", ...message } as never);
  const withdraw = (user_id: string, emoji_id: string) => {
    model.take({ type: "MessageUnreact", id: id("M"), channel_id: id("T"), user_id, emoji_id } as never);
    return model.state.messages[id("M")]?.reactions;
  };
  expect(withdraw(ann, "👍")).toEqual({ "👍": [bob], "🦦": [ann] });
  expect(withdraw(bob, "👍")).toEqual({ "🦦": [ann] });
});

test("a channel was last used with its last message, or when it was created", () => {
  const model = openModel();
  const usedAt = () => model.channels.get(id("T"))?.updatedAt.getTime() ?? Number.NaN;
  const created = usedAt();
  const later = `02${id("M").slice(2)}`;
  model.take({ type: "Message", _id: later, channel: id("T"), author: bob, content: "Hello" } as never);
  expect(usedAt()).toBeGreaterThan(created);
});
