import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pino from "pino";
import { findAccountByEmail, normaliseEmail } from "../../../src/domains/accounts/index.ts";
import type { ServersTables } from "../../../src/domains/members/index.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { logOptions } from "../../../src/platform/log/log.ts";
import { logIn, newAccount, newEmail, newUser, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { enter, newRole, rolesOf, setProviderKeys } from "../../support/oidc/groups.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import { type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const questions = [{ text: "Who invited you?" }, { text: "Anything else?", required: false }];

describe.each([...anyEngine])("one community for a host on %s", (engine) => {
  let server: TestServer;
  let community: Community;
  let answers: string;
  let provider: LyingProvider;
  const logged: string[] = [];

  beforeAll(async () => {
    provider = await openLyingProvider();
    const before = await openServer(engine);
    community = await newCommunity(before);
    const { owner, id, channel } = community;
    const created = await before.client.post(`/servers/${id}/channels`, { name: "answers" }, owner);
    answers = created.body._id;
    const permissions = { allow: 0, deny: permission.ViewChannel };
    await before.client.put(`/channels/${answers}/permissions/default`, { permissions }, owner);
    const about = { description: "A place", system_messages: { user_joined: channel } };
    await before.client.patch(`/servers/${id}`, about, owner);
    await before.stop();
    server = await openServer(engine, {
      home: before.home,
      log: pino(logOptions("warn"), { write: (line) => void logged.push(line) }),
      config: { community: { server: id, questions, answers_channel: answers }, ...configFor(provider) },
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    server.home.remove();
  });

  const members = async () => {
    const { body } = await server.client.get(`/servers/${community.id}/members`, community.owner);
    return body.members.map(({ _id }: { _id: { user: string } }) => _id.user) as string[];
  };
  const messagesIn = async (channel: string) =>
    (await server.client.get(`/channels/${channel}/messages`, community.owner)).body as {
      author: string;
      content?: string;
      system?: { type: string; id: string };
      mentions?: string[];
    }[];

  test("the root answer describes it, also after it was renamed", async () => {
    const described = async () => (await server.client.get("/")).body.features.community;
    expect(await described()).toEqual({
      server: community.id,
      name: "Place",
      description: "A place",
      questions: questions.map((question) => ({ required: true, ...question })),
    });
    await server.client.patch(`/servers/${community.id}`, { name: "Town" }, community.owner);
    expect((await described()).name).toBe("Town");
  });

  test("a new account joins it once, with the usual events and the message", async () => {
    const { stream } = await openReadyStream(server, community.owner);
    const account = await newAccount(server);
    expect(await members()).not.toContain(account.id);
    const complete = () => server.client.post("/onboard/complete", { username: "Newcomer" }, account);
    expect((await complete()).status).toBe(200);
    expect(await stream.next("ServerMemberJoin")).toMatchObject({ id: community.id, user: account.id });
    expectFailure(await complete(), 403, "AlreadyOnboarded");
    expect((await members()).filter((id) => id === account.id)).toHaveLength(1);
    const joined = (await messagesIn(community.channel)).filter(({ system }) => system?.id === account.id);
    expect(joined.map(({ system }) => system)).toEqual([{ type: "user_joined", id: account.id }]);
    const { ready } = await openReadyStream(server, account);
    expect(ready.servers.map(({ _id }: { _id: string }) => _id)).toEqual([community.id]);
    expect((await messagesIn(answers)).filter(({ author }) => author === account.id)).toEqual([]);
  });

  test("answers are a message of the new member where only moderators read, which mentions nobody", async () => {
    const account = await newAccount(server);
    const given = [`<@${community.owner.id}> and @everyone`, ""];
    await server.client.post("/onboard/complete", { username: "Answering", answers: given }, account);
    const [message] = await messagesIn(answers);
    expect(message).toMatchObject({
      author: account.id,
      content: `**Who invited you?**\n> <@${community.owner.id}> and @everyone`,
    });
    expect(message).not.toHaveProperty("mentions");
    const { body } = await server.client.get("/sync/unreads", community.owner);
    const unread = body.find(({ _id }: { _id: { channel: string } }) => _id.channel === answers);
    expect(unread?.mentions ?? []).toEqual([]);
    expectFailure(
      await server.client.get(`/channels/${answers}/messages`, account),
      403,
      "MissingPermission",
      {
        permission: "ReadMessageHistory",
      },
    );
  });

  test("answers have bounds", async () => {
    const account = await newAccount(server);
    const send = (given: unknown) =>
      server.client.post("/onboard/complete", { username: "Hostile", answers: given }, account);
    for (const given of [["x".repeat(501)], Array(11).fill("x"), [1], "x", {}])
      expectFailure(await send(given), 400, "FailedValidation", { error: expect.any(String) });
    expect(await members()).not.toContain(account.id);
    expect((await send(Array(10).fill("ä".repeat(500)))).status).toBe(200);
    const posted = (await messagesIn(answers)).filter(({ author }) => author === account.id);
    // Two questions, whose answers have 1,000 bytes each and do not fit into one message.
    expect(posted.map(({ content }) => content)).toEqual(
      questions.map(({ text }) => `**${text}**\n> ${"ä".repeat(500)}`).toReversed(),
    );
  });

  test("somebody who comes from a provider is asked, too, and joins at the end", async () => {
    provider.claims = { sub: "ann", preferred_username: "ann" };
    const { ticket, name } = await signInWith(server);
    expect(name).toBe("ann");
    const { body } = await server.client.post("/auth/session/login", { mfa_ticket: ticket });
    expect((await server.client.get("/onboard/hello", body)).body).toEqual({ onboarding: true });
    await server.client.post("/onboard/complete", { username: "ann", answers: ["Bob", "No"] }, body);
    expect(await members()).toContain(body.user_id);
    expect((await messagesIn(answers))[0]).toMatchObject({ author: body.user_id });
  });

  test.each([true, false])(
    "groups at a provider give a new member a role in the same login, with join = %p",
    async (join) => {
      const role = await newRole(server, community);
      const given = { group: "staff", server: community.id, role, join };
      setProviderKeys(server, { groups_claim: "groups", group_roles: [given] });
      const { questions: asked } = server.running.services.config.community;
      Object.assign(server.running.services.config.community, { questions: [] });
      try {
        const name = `staff-${join}`;
        provider.claims = { sub: name, preferred_username: name, groups: ["staff"] };
        const { user_id } = await enter(server);
        expect(await rolesOf(server, community, user_id)).toEqual([role]);
        const joins = (await messagesIn(community.channel)).filter(({ system }) => system?.id === user_id);
        expect(joins).toMatchObject([{ system: { type: "user_joined" } }]);
        // Somebody who is in no group joins without it.
        provider.claims = { sub: `${name}-not`, preferred_username: `${name}-not`, groups: ["others"] };
        expect(await rolesOf(server, community, (await enter(server)).user_id)).toEqual([]);
      } finally {
        Object.assign(server.running.services.config.community, { questions: asked });
        setProviderKeys(server, { groups_claim: "", group_roles: [] });
      }
    },
  );

  test("an account that an operator makes joins, a bot does not", async () => {
    const email = newEmail();
    await runCommand(server, "admin", "create", email, "--name", "Boss", "--password", password);
    const account = await server.running.store.read((db) => findAccountByEmail(db, normaliseEmail(email)));
    expect(await members()).toContain(account?.id ?? "");
    const owner = await newUser(server);
    const { body } = await server.client.post("/bots/create", { name: "Helper" }, owner);
    expect(await members()).not.toContain(body._id);
  });

  test("whoever is banned does not join, and still registers", async () => {
    const account = await newAccount(server);
    await server.running.store.write(async (tx) => {
      const ban = { server_id: community.id, user_id: account.id, reason: null };
      await tx.sql<ServersTables>().insertInto("bans").values(ban).execute();
    });
    const complete = await server.client.post("/onboard/complete", { username: "Unwanted" }, account);
    expect(complete.status).toBe(200);
    expect(await members()).not.toContain(account.id);
  });

  test("many who register at once all join", async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => newAccount(server)));
    await Promise.all(
      accounts.map((account, index) =>
        server.client.post("/onboard/complete", { username: `Crowd${index}`, answers: ["x"] }, account),
      ),
    );
    expect(await members()).toEqual(expect.arrayContaining(accounts.map(({ id }) => id)));
  });

  test("a server that is gone stops nobody, and is in the log", async () => {
    expect((await server.client.delete(`/servers/${community.id}`, undefined, community.owner)).status).toBe(
      204,
    );
    const account = await newAccount(server);
    const answered = { username: "Late", answers: ["Nobody"] };
    expect((await server.client.post("/onboard/complete", answered, account)).status).toBe(200);
    expect(logged.join("")).toContain(`"server":"${community.id}","msg":"community.server does not exist`);
    expect((await server.client.get("/")).body.features).not.toHaveProperty("community");
    expect((await logIn(server, account.email)).id).toBe(account.id);
  });
});
