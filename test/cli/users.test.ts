import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { decodeTime } from "ulid";
import { newUser, type Person, password } from "../support/accounts/people.ts";
import { newBot } from "../support/bots/bots.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { makeConfirmed } from "../support/operators/operators.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { openReadyStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { readRelations } from "../support/users/relations-of.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

setDefaultTimeout(60_000);

async function fullName({ client }: TestServer, { token }: Person): Promise<string> {
  const { body } = await client.get("/users/@me", { token });
  return `${body.username}#${body.discriminator}`;
}

const flagsOf = async ({ client }: TestServer, { id }: Person) =>
  (await client.get(`/users/${id}/flags`)).body.flags;

/** The next update of the user's flags. */
async function nextFlags(stream: StreamClient, { id }: Person): Promise<Packet> {
  for (;;) {
    const update = await stream.next("UserUpdate");
    if (update.id === id && "flags" in update.data) return update;
  }
}

describe.each([...anyEngine])("ermine users on %s", (engine) => {
  test("show takes a name alone if one user has it, and an id before a name", async () => {
    await using server = await openServer(engine);
    const [ann, namesake] = [await newUser(server, "Ann"), await newUser(server, "ann")];
    const names = [await fullName(server, ann), await fullName(server, namesake)].sort(
      (a, b) =>
        a
          .split("#")
          .at(-1)
          ?.localeCompare(b.split("#").at(-1) ?? "") ?? 0,
    );
    const refused = await runErmine(server.home, ["users", "show", "Ann"]);
    expect(refused).toEqual({
      code: 1,
      stdout: "",
      stderr: `several users are called Ann: ${names.join(", ")}\n`,
    });
    await newUser(server, ann.id);
    expect(await rowsOf(server.home, "users", "show", ann.id)).toMatchObject([{ id: ann.id }]);
    expect((await runErmine(server.home, ["users", "show", "Nobody"])).stderr).toMatch(
      /^no user has the id or name Nobody/,
    );
  });

  test("show finds a user by id and by name", async () => {
    await using server = await openServer(engine);
    const ann = await newUser(server, "AnnTheFirst");
    const name = await fullName(server, ann);
    const row = {
      id: ann.id,
      name,
      display_name: null,
      created: new Date(decodeTime(ann.id)).toISOString(),
      privileged: false,
      flags: "",
      stored_bytes: 7,
      uploaded_today: 12,
    };
    const { channel } = await newCommunity(server, ann);
    const file = await uploadFile(server, ann, { content: "1234567" });
    await uploadFile(server, ann, { content: "12345" });
    await sendMessage(server, { by: ann, channel }, { attachments: [file] });
    expect(await rowsOf(server.home, "users", "show", ann.id)).toEqual([row]);
    expect(await rowsOf(server.home, "users", "show", name.toLowerCase())).toEqual([row]);
    expect(await rowsOf(server.home, "users", "show", "annthefirst")).toEqual([row]);
    const shown = {
      ...row,
      display_name: "-",
      privileged: "no",
      stored_bytes: "7",
      uploaded_today: "12",
    };
    expect(await tableOf(server.home, "users", "show", name)).toEqual([shown]);
  });

  test("flag and unflag set and clear bits, and users who see the user get an event", async () => {
    await using server = await openServer(engine);
    const { home } = server;
    const [ann, friend, stranger] = [await newUser(server), await newUser(server), await newUser(server)];
    await setRelationship(server, "Friend/Friend", [ann, friend]);
    await using own = (await openReadyStream(server, ann)).stream;
    await using ofFriend = (await openReadyStream(server, friend)).stream;
    await using ofStranger = (await openReadyStream(server, stranger)).stream;
    const steps: [words: string[], shown: string][] = [
      [["flag", ann.id, "suspended"], "suspended"],
      [["flag", await fullName(server, ann), "24"], "suspended spam 16"],
      // A flag that is already set causes no event.
      [["flag", ann.id, "spam"], "suspended spam 16"],
      [["unflag", ann.id, "9"], "16"],
      [["unflag", ann.id, "16"], ""],
    ];
    for (const [words, flags] of steps)
      expect(await rowsOf(home, "users", ...words)).toMatchObject([{ id: ann.id, flags }]);
    for (const stream of [own, ofFriend]) {
      const received = [];
      while (received.at(-1) !== 0) received.push((await nextFlags(stream, ann)).data.flags);
      expect(received).toEqual([1, 25, 16, 0]);
    }
    expect(JSON.stringify(await ofStranger.takeNew())).not.toContain(ann.id);
  });

  test("promote makes a user privileged, demote reverts it", async () => {
    await using server = await openServer(engine);
    const { home, client } = server;
    const [ann, stranger] = [await newUser(server), await newUser(server)];
    const { stream } = await openReadyStream(server, ann);
    await using own = stream;
    const fetchStatus = async () =>
      (await client.get(`/admin/users/${stranger.id}`, { token: ann.token })).status;
    const privileged = async () => (await client.get("/users/@me", { token: ann.token })).body.privileged;
    expect([await fetchStatus(), await privileged()]).toEqual([403, undefined]);
    expect(await rowsOf(home, "users", "promote", ann.id)).toMatchObject([{ id: ann.id, privileged: true }]);
    expect(await own.next("UserUpdate")).toMatchObject({ id: ann.id, data: { privileged: true }, clear: [] });
    expect([await fetchStatus(), await privileged()]).toEqual([403, true]);
    await makeConfirmed(server, ann);
    expect([await fetchStatus(), await privileged()]).toEqual([200, true]);
    expect(await tableOf(home, "users", "demote", ann.id)).toMatchObject([{ privileged: "no" }]);
    expect(await own.next("UserUpdate")).toMatchObject({ id: ann.id, data: { privileged: false } });
    expect([await fetchStatus(), await privileged()]).toEqual([403, undefined]);
    // A repeated demotion causes no event: the next one is of another kind.
    await rowsOf(home, "users", "demote", ann.id);
    await rowsOf(home, "users", "flag", ann.id, "banned");
    expect(await own.next("UserUpdate")).toMatchObject({ data: { flags: 4 } });
  });

  test("wipe removes all relations of the user, and sends an event to users who saw the user", async () => {
    await using server = await openServer(engine);
    const { home, client } = server;
    const [spammer, friend, blocked, blocker, stranger] = (await Promise.all(
      Array.from({ length: 5 }, () => newUser(server)),
    )) as [Person, Person, Person, Person, Person];
    await setRelationship(server, "Friend/Friend", [spammer, friend]);
    await setRelationship(server, "Blocked/BlockedOther", [spammer, blocked]);
    await setRelationship(server, "BlockedOther/Blocked", [spammer, blocker]);
    await setRelationship(server, "Friend/Friend", [friend, stranger]);
    const conversations = async () => (await client.get("/users/dms", { token: friend.token })).body;
    await client.get(`/users/${spammer.id}/dm`, { token: friend.token });
    expect(await conversations()).toHaveLength(1);
    const open = async (person: Person) => (await openReadyStream(server, person)).stream;
    const own = await open(spammer);
    await using forFriend = await open(friend);
    await using forBlocked = await open(blocked);
    await using forBlocker = await open(blocker);
    await using forStranger = await open(stranger);

    const wiped = await rowsOf(home, "users", "wipe", await fullName(server, spammer), "--yes");
    expect(wiped).toMatchObject([{ id: spammer.id, flags: "spam" }]);

    await own.next("Logout");
    await own.closed;
    const event = { type: "UserPlatformWipe", user_id: spammer.id, flags: 8 };
    for (const stream of [forFriend, forBlocked, forBlocker])
      expect(await stream.next("UserPlatformWipe")).toEqual(event);
    expect((await client.get("/users/@me", { token: spammer.token })).status).toBe(401);
    const login = await client.post("/auth/session/login", { email: spammer.email, password });
    expect(login.body).toEqual({ result: "Disabled", user_id: spammer.id });
    expect(await flagsOf(server, spammer)).toBe(8);
    for (const other of [friend, blocked, blocker])
      expect(await readRelations(server, [spammer, other])).toBe("None/None");
    expect(await readRelations(server, [friend, stranger])).toBe("Friend/Friend");
    expect(await conversations()).toEqual([]);

    const again = await rowsOf(
      home,
      "users",
      "wipe",
      spammer.id,
      "--yes",
      "--delete-servers",
      "--flag",
      "banned",
    );
    expect(again).toMatchObject([{ flags: "banned spam" }]);
    expect(await flagsOf(server, spammer)).toBe(12);
    // No one sees the user any more. This event gives the other streams something to wait for.
    await rowsOf(home, "users", "flag", friend.id, "16");
    await nextFlags(forStranger, friend);
    for (const stream of [forFriend, forBlocked, forBlocker]) {
      const types = (await stream.takeNew()).map(({ type }) => type);
      expect(types.filter((type) => type === "UserPlatformWipe")).toHaveLength(1);
    }
    expect(forStranger.received.map(({ type }) => type)).not.toContain("UserPlatformWipe");
  });

  test("show names the owner of a bot, and wipe works on bots", async () => {
    await using server = await openServer(engine);
    const bot = await newBot(server);
    await using stream = (await openReadyStream(server, bot)).stream;
    expect(await rowsOf(server.home, "users", "show", bot.id)).toMatchObject([
      { id: bot.id, flags: "", bot_of: bot.owner.id },
    ]);
    expect(await rowsOf(server.home, "users", "wipe", bot.id, "--yes", "--delete-servers")).toMatchObject([
      { flags: "spam" },
    ]);
    await stream.closed;
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    expect((await server.client.get("/users/@me", { bot: bot.token })).status).toBe(401);
    expect((await server.client.get("/bots/@me", bot.owner)).body.bots).toEqual([]);
  });

  test("reports mistakes and changes nothing", async () => {
    await using server = await openServer(engine);
    const ann = await newUser(server);
    const mistakes: [words: string[], problem: RegExp][] = [
      [["show", "nobody"], /^no user has the id or name nobody$/m],
      [["show", "Somebody#0000"], /^no user has the id or name Somebody#0000$/m],
      [["show"], /Usage: ermine users show <user>/],
      [["flag", "nobody", "spam"], /^no user has the id or name nobody$/m],
      [["flag", ann.id], /Usage: ermine users flag <user> <flag>/],
      [["flag", ann.id, "deleted"], /delete the account/],
      [["flag", ann.id, "10"], /delete the account/],
      [["unflag", ann.id, "2"], /delete the account/],
      [["flag", ann.id, "0"], /^no flag is called 0$/m],
      [["flag", ann.id, "spammer"], /^no flag is called spammer$/m],
      [["promote", "nobody"], /^no user has the id or name nobody$/m],
      [["wipe", "nobody"], /^no user has the id or name nobody$/m],
      [["wipe", ann.id, "--flag", "deleted"], /delete the account/],
      [["wipe", ann.id, "--flag", ""], /^no flag is called $/m],
    ];
    for (const [words, problem] of mistakes) {
      const { code, stdout, stderr } = await runErmine(server.home, ["users", ...words]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(problem);
    }
    expect(await flagsOf(server, ann)).toBe(0);
    expect((await server.client.get("/users/@me", { token: ann.token })).status).toBe(200);
  });
});
