import { expect, setDefaultTimeout, test } from "bun:test";
import { newUser } from "../support/accounts/people.ts";
import { newBot } from "../support/bots/bots.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { joinCommunity, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(60_000);

describeServer("ermine servers and messages", anyEngine, (server) => {
  const failureOf = async (...words: string[]) => {
    const { code, stderr } = await runErmine(server.home, words);
    expect(code).toBe(1);
    return stderr;
  };

  test("list pages through the servers, of everybody or of one owner, and show counts what is in one", async () => {
    const first = await newCommunity(server);
    const second = await newCommunity(server, first.owner);
    await newMember(server, second);
    const page = await runErmine(server.home, [
      "servers",
      "list",
      "--owner",
      first.owner.id,
      "--limit",
      "1",
      "--json",
    ]);
    expect(JSON.parse(page.stdout)).toMatchObject([
      { id: first.id, name: "Place", owner: first.owner.id, members: 1 },
    ]);
    expect(page.stderr).toBe(`There may be more: --after ${first.id}\n`);
    const rest = await rowsOf(server.home, "servers", "list", "--after", first.id);
    expect(rest).toMatchObject([{ id: second.id, members: 2 }]);
    expect(await rowsOf(server.home, "servers", "show", second.id)).toMatchObject([
      { id: second.id, owner: first.owner.id, members: 2, channels: 1, roles: 0 },
    ]);
    expect(await failureOf("servers", "show", "nowhere")).toBe("no server has the id nowhere\n");
    const [low, high] = ["Low", "High"].map((name) =>
      server.client.post(`/servers/${second.id}/roles`, { name }, second.owner),
    );
    const ids = [(await high)?.body.id, (await low)?.body.id];
    await server.client.patch(`/servers/${second.id}/roles/ranks`, { ranks: ids }, second.owner);
    expect(await rowsOf(server.home, "servers", "roles", second.id)).toMatchObject([
      { id: ids[0], name: "High" },
      { id: ids[1], name: "Low" },
    ]);
    expect(await failureOf("servers", "roles", "nowhere")).toBe("no server has the id nowhere\n");
  });

  test("transfer makes a member or a stranger the owner, and members are told", async () => {
    const community = await newCommunity(server);
    const [member, stranger] = [await newMember(server, community), await newUser(server)];
    await using stream = (await openReadyStream(server, member)).stream;
    await using own = (await openReadyStream(server, stranger)).stream;
    const { id } = community;
    expect(await rowsOf(server.home, "servers", "transfer", id, member.id)).toMatchObject([
      { id, owner: member.id },
    ]);
    expect(await stream.next("ServerUpdate")).toMatchObject({ id, data: { owner: member.id } });
    await rowsOf(server.home, "servers", "transfer", id, stranger.id);
    expect(await own.next("ServerCreate")).toMatchObject({ id });
    expect(await stream.next("ServerMemberJoin")).toMatchObject({ id, user: stranger.id });
    expect(await stream.next("ServerUpdate")).toMatchObject({ id, data: { owner: stranger.id } });
    const { body } = await server.client.get(`/servers/${id}/audit_logs`, { token: stranger.token });
    expect(body.audit_logs).toMatchObject([{ user: "0".repeat(26) }, { user: "0".repeat(26) }]);

    const bot = await newBot(server);
    expect(await failureOf("servers", "transfer", id, bot.id)).toContain("bots cannot own servers");
    await server.client.put(`/servers/${id}/bans/${member.id}`, {}, { token: stranger.token });
    expect(await failureOf("servers", "transfer", id, member.id)).toContain(
      `is banned from the server ${id}`,
    );
    expect(await failureOf("servers", "transfer", id, "nobody")).toBe("no user has the id or name nobody\n");
    expect(await rowsOf(server.home, "servers", "show", id)).toMatchObject([{ owner: stranger.id }]);
  });

  test("delete removes a server, and members are told", async () => {
    const community = await newCommunity(server);
    await using stream = (await openReadyStream(server, community.owner)).stream;
    await rowsOf(server.home, "servers", "delete", community.id, "--yes");
    expect(await stream.next("ServerDelete")).toMatchObject({ id: community.id });
    expect((await server.client.get(`/servers/${community.id}`, community.owner)).status).toBe(404);
  });

  test("delete says what would go, and deletes only what is confirmed", async () => {
    const community = await newCommunity(server);
    const parts = [
      { what: "members", count: 2, names: "" },
      { what: "channels", count: 1, names: "" },
    ];
    await joinCommunity(server, community, await newUser(server));
    expect(await rowsOf(server.home, "servers", "delete", community.id, "--dry-run")).toEqual(parts);
    expect(await failureOf("servers", "delete", community.id)).toMatch(
      /^The server .* would be deleted for good\.\n.*\n {2}2 members\n {2}1 channels\nPass --yes/,
    );
    expect(await rowsOf(server.home, "servers", "show", community.id)).toMatchObject([{ members: 2 }]);
    await rowsOf(server.home, "servers", "delete", community.id, "--yes");
    const [action] = await rowsOf(server.home, "audit", "--target", community.id);
    expect(JSON.parse(String(action?.details))).toMatchObject({
      owner: community.owner.id,
      deleted: [
        { what: "members", count: 2 },
        { what: "channels", count: 1 },
      ],
    });
  });

  test("users wipe deletes nobody else's content unless it is told to", async () => {
    const [spammer, heir] = [await newUser(server), await newUser(server)];
    const [kept, doomed] = [await newCommunity(server, spammer), await newCommunity(server)];
    await joinCommunity(server, kept, heir);
    await joinCommunity(server, doomed, spammer);
    await sendMessage(server, { by: spammer, channel: kept.channel }, "Buy!");
    expect(await failureOf("users", "wipe", spammer.id, "--yes")).toMatch(
      /owns servers.*--transfer-to USER.*--delete-servers/s,
    );
    expect(await failureOf("users", "wipe", spammer.id, "--delete-servers")).toMatch(
      /would be deleted for good.*1 channels with messages.*1 servers: .*\(2 members\).*2 memberships.*--yes/s,
    );
    expect(await rowsOf(server.home, "users", "wipe", spammer.id, "--dry-run")).toContainEqual({
      what: "servers",
      count: 1,
      names: expect.stringContaining(kept.id),
    });
    expect((await server.client.get("/users/@me", spammer)).status).toBe(200);
    await rowsOf(server.home, "users", "wipe", spammer.id, "--yes", "--transfer-to", heir.id);
    expect(await rowsOf(server.home, "servers", "show", kept.id)).toMatchObject([
      { owner: heir.id, members: 1 },
    ]);
    const [action] = await rowsOf(server.home, "audit", "--target", spammer.id);
    expect(JSON.parse(String(action?.details))).toMatchObject({
      "transfer-to": heir.id,
      deleted: [
        { what: "channels with messages", count: 1 },
        { what: "memberships", count: 2 },
      ],
    });
  });

  test("messages delete removes a message, and clients are told", async () => {
    const community = await newCommunity(server);
    const { owner, channel } = community;
    const id = await sendMessage(server, { by: owner, channel }, "Something bad.");
    await using stream = (await openReadyStream(server, owner)).stream;
    const deleted = await rowsOf(server.home, "messages", "delete", channel, id, "--reason", "a complaint");
    expect(deleted).toEqual([{ id, channel, author: owner.id, deleted: true }]);
    expect(await stream.next("MessageDelete")).toMatchObject({ id, channel });
    const { body } = await server.client.get(`/servers/${community.id}/audit_logs`, owner);
    expect(body.audit_logs[0]).toMatchObject({ user: "0".repeat(26), reason: "a complaint" });
    expect(await rowsOf(server.home, "audit", "--target", id)).toMatchObject([
      { action: "messages delete", target: id },
    ]);
    expect(await failureOf("messages", "delete", channel, id)).toBe(
      `the channel ${channel} has no message with the id ${id}\n`,
    );
    expect(await failureOf("messages", "delete", "nowhere", id)).toBe("no channel has the id nowhere\n");
  });

  test("accounts delete leaves the servers of its user to the operator's decision", async () => {
    const [ann, heir] = [await newUser(server), await newUser(server)];
    const [kept, joined] = [await newCommunity(server, ann), await newCommunity(server, ann)];
    await joinCommunity(server, joined, heir);
    const refusal = await failureOf("accounts", "delete", ann.email);
    expect(refusal).toMatch(/owns servers.*--transfer-to USER.*--delete-servers/s);
    expect(refusal).toContain(kept.id);
    expect(await failureOf("accounts", "delete", ann.id, "--transfer-to", ann.id)).toMatch(/already/);
    expect((await server.client.get("/users/@me", ann)).status).toBe(200);
    await rowsOf(server.home, "accounts", "delete", ann.id, "--transfer-to", heir.id);
    for (const { id } of [kept, joined])
      expect(await rowsOf(server.home, "servers", "show", id)).toMatchObject([
        { owner: heir.id, members: 1 },
      ]);
    expect((await server.client.get("/users/@me", ann)).status).toBe(401);
    expect(await rowsOf(server.home, "accounts", "delete", heir.id, "--dry-run")).toMatchObject([
      { what: "servers", count: 2 },
      { what: "memberships", count: 2 },
    ]);
    await rowsOf(server.home, "accounts", "delete", heir.id, "--delete-servers");
    const [action] = await rowsOf(server.home, "audit", "--target", heir.id);
    expect(JSON.parse(String(action?.details))).toMatchObject({
      deleted: [{ what: "servers", names: [expect.stringContaining(kept.id), expect.any(String)] }, {}],
    });
    expect(await failureOf("servers", "show", kept.id)).toContain("no server");
  });
});
