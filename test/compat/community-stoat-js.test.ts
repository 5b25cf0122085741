import { afterAll, beforeAll, describe, expect, type Mock, spyOn, test } from "bun:test";
import type { Channel, Client, Server } from "stoat.js";
import { permission } from "../../src/permissions/bits.ts";
import { newUser } from "../support/accounts/people.ts";
import { connectStoat } from "../support/bots/stoat-client.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

/** Joins as the web client does; the library has no method for it. */
async function join(client: Client, code: string): Promise<Server> {
  const joined = await client.api.post(`/invites/${code as ""}`);
  if (joined.type !== "Server") throw new Error("not an invite to a server");
  const { _id } = joined.server;
  await until(() => client.servers.has(_id));
  const server = serverIn(client, _id);
  // The response and events of joining do not contain the caller's own member.
  await server.syncMembers();
  return server;
}

function serverIn(client: Client, id: string): Server {
  const server = client.servers.get(id);
  if (!server) throw new Error("the library does not know the server");
  return server;
}

const names = (channels: readonly Channel[]) => channels.map(({ name }) => name).sort();
const hasUnread = ({ unread }: Server) => unread;

describe.each(anyEngine)("a community with stoat.js, on %s", (engine) => {
  let server: TestServer;
  let debugOutput: Mock<typeof console.debug>;
  let owner: Client;
  let guest: Client;
  let guestId: string;
  beforeAll(async () => {
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    server = await openServer(engine);
    const guestPerson = await newUser(server, "Guest");
    guestId = guestPerson.id;
    owner = await connectStoat(server, await newUser(server, "Owner"));
    guest = await connectStoat(server, guestPerson);
  });
  afterAll(async () => {
    for (const client of [owner, guest]) client.events.disconnect();
    await server[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  /** Waits until the guest's client shows exactly these channels of a server. */
  const guestSees = (id: string, channels: string[]) =>
    until(() => Bun.deepEquals(names(serverIn(guest, id).channels), channels));

  test("can be created and joined by an invite, and members can be promoted, timed out and kicked", async () => {
    const home = await owner.servers.createServer({ name: "Home", description: "Where we live" });
    expect({ name: home.name, owner: home.ownerId, channels: names(home.channels) }).toEqual({
      name: "Home",
      owner: owner.user?.id ?? "",
      channels: ["General"],
    });
    const kitchen = await home.createChannel({ name: "Kitchen" });
    const attic = await home.createChannel({ name: "Attic", type: "Voice" });
    expect(attic.isVoice).toBe(true);
    await attic.setPermissions("default", { allow: 0, deny: permission.ViewChannel });
    const { id: keeperId } = await home.createRole("Keeper");
    await home.editRole(keeperId, { colour: "linear-gradient(90deg, red, #00f 50%)", hoist: true });
    await attic.setPermissions(keeperId, { allow: permission.ViewChannel, deny: 0 });
    await home.setPermissions(keeperId, { allow: permission.KickMembers, deny: 0 });
    const { _id: code } = await kitchen.createInvite();

    const emitted: string[] = [];
    guest.on("serverMemberUpdate", () => void emitted.push("memberUpdate"));
    guest.on("channelCreate", ({ name }) => void emitted.push(`+${name}`));
    guest.on("channelDelete", ({ name }) => void emitted.push(`-${name}`));
    guest.on("serverDelete", () => void emitted.push("left"));
    const visited = await join(guest, code);
    expect(names(visited.channels)).toEqual(["General", "Kitchen"]);
    expect(visited.roles.get(keeperId)?.colour).toBe("linear-gradient(90deg, red, #00f 50%)");
    await until(() => owner.serverMembers.hasByKey({ server: home.id, user: guestId }));

    // The role shows the hidden channel.
    await (await home.fetchMember(guestId)).edit({ roles: [keeperId] });
    await guestSees(home.id, ["Attic", "General", "Kitchen"]);
    expect(visited.havePermission("KickMembers")).toBe(true);

    // A timeout leaves only the permission to view.
    const until1h = new Date(Date.now() + 3_600_000).toISOString();
    await (await home.fetchMember(guestId)).edit({ timeout: until1h });
    await until(() => visited.member?.timeout !== undefined);
    expect(visited.havePermission("KickMembers")).toBe(false);
    expect(visited.channels.every((channel) => channel.havePermission("ViewChannel"))).toBe(true);
    expect(visited.channels.some((channel) => channel.havePermission("SendMessage"))).toBe(false);
    await (await home.fetchMember(guestId)).edit({ remove: ["Timeout"] });
    await until(() => visited.member?.timeout === undefined);

    // The member loses the role, and then the role is deleted.
    await (await home.fetchMember(guestId)).edit({ roles: [] });
    await guestSees(home.id, ["General", "Kitchen"]);
    await home.deleteRole(keeperId);
    await until(() => !visited.roles.has(keeperId));

    await kitchen.delete();
    await guestSees(home.id, ["General"]);
    await home.edit({ name: "House" });
    await until(() => visited.name === "House");
    expect(hasUnread(visited)).toBe(false);

    await home.kickUser(guestId);
    await until(() => !guest.servers.has(home.id));
    expect(emitted).toEqual([
      "+Attic",
      "memberUpdate",
      "memberUpdate",
      "memberUpdate",
      "-Attic",
      "memberUpdate",
      "-Kitchen",
      "left",
    ]);
    await home.banUser(guestId, { reason: "came too often" });
    expect((await home.fetchBans()).map(({ reason }) => reason)).toEqual(["came too often"]);
    const { _id: late } = (await home.channels[0]?.createInvite()) ?? { _id: "" };
    // The library throws the body of the response as text.
    const refused = await join(guest, late).catch(String);
    expect(refused).toContain('"Banned"');
    await home.delete();
    await until(() => !owner.servers.has(home.id));
  });
});
