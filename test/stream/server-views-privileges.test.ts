import { describe, expect, test } from "bun:test";
import { newTicket } from "../support/accounts/people.ts";
import { makeConfirmed } from "../support/operators/operators.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { runCommand } from "../support/server/run-command.ts";
import { hours, minutes } from "../support/server/test-clock.ts";
import { type ObservedServer, observeInEachTest, observers } from "../support/stream/observed-server.ts";

const config = { events: { ping_within_ms: hours(1_000) } };

describe.each([...anyEngine])("visibility by ownership, privilege and timeouts, on %s", (engine) => {
  let all: ObservedServer;
  observeInEachTest(engine, (opened) => (all = opened), { config });

  test("a transferred server shows everything to its new owner, and no longer to the old one", async () => {
    const { owner, member } = all.people;
    const ticket = await newTicket(all.server, owner);
    await all.call("owner", "patch", [`/servers/${all.community.id}`, { owner: member.id }, { ticket }]);
    expect(await all.summarizeReceived()).toEqual({
      owner: [["ChannelDelete hidden", "ServerUpdate"]],
      member: [["ChannelCreate hidden", "ServerUpdate"]],
      other: ["ServerUpdate"],
      stranger: [],
    });
    expect(await all.receiversOf(all.hidden, "member")).toEqual(["member"]);
    expect(await all.receiversOf(all.open, "member")).toEqual(["owner", "member", "other"]);
  });

  test("the privilege shows no hidden channel on the stream, confirmed or not", async () => {
    const { member } = all.people;
    const update = { owner: [], member: ["UserUpdate"], other: [], stranger: [] };
    await runCommand(all.server, "users", "promote", member.id);
    expect(await all.summarizeReceived()).toEqual(update);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await makeConfirmed(all.server, member);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await all.reconnectFresh("member");
    await all.summarizeReceived();
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
    await runCommand(all.server, "users", "demote", member.id);
    expect(await all.summarizeReceived()).toEqual(update);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
  });

  test("the privilege shows no server that the user is not a member of", async () => {
    await runCommand(all.server, "users", "promote", all.people.stranger.id);
    expect(await all.summarizeReceived()).toEqual({
      owner: [],
      member: [],
      other: [],
      stranger: ["UserUpdate"],
    });
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await runCommand(all.server, "users", "demote", all.people.stranger.id);
  });

  /** Whether the others receive the typing of the member. */
  async function receivesTyping(): Promise<boolean> {
    for (const type of ["BeginTyping", "EndTyping"]) all.streams.member.send({ type, channel: all.open });
    const received = await all.takeReceived("member");
    const counts = observers.map((who) => received[who].length);
    expect([
      [2, 2, 2, 0],
      [0, 0, 0, 0],
    ]).toContainEqual(counts);
    return counts[0] === 2;
  }

  test("a timeout stops typing but keeps the view, and ends by itself", async () => {
    const edit = (body: object) => all.inServer("patch", `/members/${all.people.member.id}`, body);
    const update = ["ServerMemberUpdate"];
    const sentToMembers = { owner: update, member: update, other: update, stranger: [] };
    const timeout = () => new Date(all.server.clock.now() + minutes(5)).toISOString();
    expect(await receivesTyping()).toBeTrue();
    await edit({ timeout: timeout() });
    expect(await all.summarizeReceived()).toEqual(sentToMembers);
    expect(await receivesTyping()).toBeFalse();
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
    all.server.clock.advance(minutes(6));
    all.server.tick();
    expect(await all.summarizeReceived()).toEqual({ owner: [], member: [], other: [], stranger: [] });
    expect(await receivesTyping()).toBeTrue();

    await edit({ timeout: timeout() });
    await all.summarizeReceived();
    expect(await receivesTyping()).toBeFalse();
    await edit({ remove: ["Timeout"] });
    expect(await all.summarizeReceived()).toEqual(sentToMembers);
    expect(await receivesTyping()).toBeTrue();
  });

  test("typing stays off for a member who connects while timed out", async () => {
    const timeout = all.server.clock.now() + hours(5);
    await all.inServer("patch", `/members/${all.people.member.id}`, { timeout });
    await all.reconnectFresh("member");
    await all.summarizeReceived();
    expect(await receivesTyping()).toBeFalse();
    all.server.clock.advance(hours(6));
    expect(await receivesTyping()).toBeTrue();
  });
});
