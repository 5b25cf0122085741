import { beforeEach, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";

describeServer("servers in the event stream,", anyEngine, (server) => {
  let place: Community;

  beforeEach(async () => {
    place = await newCommunity(server);
  });

  test("Ready holds the servers, the own memberships and the visible channels", async () => {
    const { ready } = await openReadyStream(server, place.owner);
    expect(ready.servers).toMatchObject([{ _id: place.id, owner: place.owner.id }]);
    expect(ready.members).toMatchObject([{ _id: { server: place.id, user: place.owner.id } }]);
    expect(ready.channels).toMatchObject([{ _id: place.channel, channel_type: "TextChannel" }]);
    expect(ready.emojis).toEqual([]);
  });

  test("a user who creates a server receives it with its channel", async () => {
    const founder = await newUser(server);
    const { stream } = await openReadyStream(server, founder);
    const founded = await newCommunity(server, founder);
    expect(await stream.takeNew()).toMatchObject([
      { type: "ServerCreate", id: founded.id, channels: [{ _id: founded.channel }] },
    ]);
  });

  test("members receive the join; the new member receives only the server", async () => {
    const member = await newMember(server, place);
    const { stream: old } = await openReadyStream(server, member);
    const joiner: Person = await newUser(server);
    const { stream: fresh } = await openReadyStream(server, joiner);
    await joinCommunity(server, place, joiner);
    expect(await old.takeNew()).toMatchObject([{ type: "ServerMemberJoin", id: place.id, user: joiner.id }]);
    expect(await fresh.takeNew()).toMatchObject([{ type: "ServerCreate", id: place.id }]);
  });
});
