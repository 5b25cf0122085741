import { beforeAll, expect, spyOn, test } from "bun:test";
import type { Kysely } from "kysely";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import type { AdminUser } from "../../../src/domains/admin/model.ts";
import type { ServersTables } from "../../../src/domains/members/index.ts";
import { findUser, userFlags, wipeUser } from "../../../src/domains/users/index.ts";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import { TransactionContext } from "../../../src/store/transaction-context.ts";
import { logIn, newUser, type Person, password } from "../../support/accounts/people.ts";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { newBot } from "../../support/bots/bots.ts";
import { newFriends } from "../../support/channels/conversations.ts";
import { observing } from "../../support/database/observe-statements.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { actionsDuring, newOperator, type Operator } from "../../support/operators/operators.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { insertUsers } from "../../support/users/bulk-users.ts";

describeServer("people in the admin API", preferPostgres, (server) => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await newOperator(server);
  });

  const pathOf = ({ id }: Pick<Person, "id">) => `/admin/users/${id}`;
  const get = async (path: string) => (await server.client.get(path, operator)).body;
  const find = async (query: string): Promise<AdminUser[]> =>
    get(`/admin/users?query=${encodeURIComponent(query)}`);
  const post = (path: string, body = {}) => server.client.post(path, body, operator);
  const isAlive = async ({ token }: Person) =>
    (await server.client.get("/auth/account", { token })).status === 200;
  test("are listed in pages, oldest first, with their accounts", async () => {
    const people = [await newUser(server), await newUser(server), await newUser(server)];
    const ids: string[] = [];
    for (let after = ""; ; ) {
      const page: AdminUser[] = await get(`/admin/users?limit=2${after && `&after=${after}`}`);
      expect(page.length).toBeLessThanOrEqual(2);
      ids.push(...page.map(({ _id }) => _id));
      after = page[1]?._id ?? "";
      if (after === "") break;
    }
    expect(ids).toEqual(ids.toSorted());
    expect(ids.slice(-3)).toEqual(people.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const all: AdminUser[] = await get("/admin/users?limit=100");
    expect(all.find(({ _id }) => _id === operator.id)).toMatchObject({
      username: "Operator",
      privileged: true,
      account: { email: operator.email, verified: true, disabled: false, second_factor: true },
    });
    for (const limit of [0, 101, "many"])
      expect(outcome(await server.client.get(`/admin/users?limit=${limit}`, operator))).toBe(
        "400 FailedValidation",
      );
  });

  test("are shown with the images that others see, and so are bots and servers", async () => {
    const person = await newUser(server);
    const bot = await newBot(server, person);
    const place = await newCommunity(server, person);
    const upload = async (tag: string) =>
      uploadFile(server, person, { tag, content: await makeImage("png") });
    const [own, ofBot, ofServer] = [await upload("avatars"), await upload("avatars"), await upload("icons")];
    await server.client.patch("/users/@me", { avatar: own }, person);
    await server.client.patch(`/users/${bot.id}`, { avatar: ofBot }, person);
    await server.client.patch(`/servers/${place.id}`, { icon: ofServer }, person);
    const { avatar } = (await server.client.get("/users/@me", person)).body;
    expect(avatar._id).toBe(own);
    expect(await find(person.id)).toMatchObject([{ avatar }]);
    expect((await get(pathOf(person))).user).toMatchObject({ avatar });
    expect(await get(`/admin/bots?query=${bot.id}`)).toMatchObject([{ avatar: { _id: ofBot } }]);
    expect(await get(`/admin/servers?query=${place.id}`)).toMatchObject([{ icon: { _id: ofServer } }]);
    expect((await find(operator.id))[0]).not.toHaveProperty("avatar");
  });

  test("are found by a part of their name, display name or address, and by id", async () => {
    const person = await newUser(server, "Searched.One");
    await server.client.patch("/users/@me", { display_name: "Half 50% _Off" }, person);
    const bot = await newBot(server, person, "Seeker");
    const namesOf = async (query: string) => (await find(query)).map(({ _id }) => _id);
    for (const query of ["searched.o", "EARCHED.ONE", "50% _", person.email.toUpperCase(), person.id])
      expect(await namesOf(query)).toEqual([person.id]);
    for (const query of ["searched_one", "Half%Off", "' or 1=1 --", person.id.slice(1)])
      expect(await namesOf(query)).toEqual([]);
    expect(await find("seeker")).toMatchObject([{ _id: bot.id, bot_owner: person.id }]);
    expect((await find("seeker"))[0]).not.toHaveProperty("account");
  });

  test("are shown with sessions, servers and storage, and without any secret", async () => {
    const person = await newUser(server);
    const second = await logIn(server, person.email);
    const place = await newCommunity(server, person);
    const push = { endpoint: "fcm", p256dh: "", auth: "secret-device" };
    expect(outcome(await server.client.post("/push/subscribe", push, second))).toBe("204");
    const details = await get(pathOf(person));
    expect(details).toMatchObject({
      user: { _id: person.id, online: false, account: { email: person.email } },
      sessions: [
        { _id: person.sessionId, name: "test", receives_push: false },
        { _id: second.sessionId, name: "test", receives_push: true },
      ],
      owned_servers: [{ _id: place.id, name: "Place" }],
      stored_bytes: 0,
      uploaded_today: 0,
    });
    const shown = JSON.stringify([details, await get(pathOf(operator)), await get("/admin/users?limit=100")]);
    for (const secret of [person.token, operator.token, operator.secret, "argon2", "digest", "secret-"])
      expect(shown).not.toContain(secret);
    expectFailure(await server.client.get("/admin/users/unknown", operator), 404, "NotFound");
  });

  test("get flags, badges and privileges, which they and those around them learn", async () => {
    const [person, friend] = await newFriends(server);
    const { stream } = await openReadyStream(server, friend);
    await using _ = stream;
    const edit = { flags: 1 | 2, badges: 4, privileged: true };
    const recorded = await actionsDuring(server, operator, async () => {
      const { status, body } = await server.client.patch(pathOf(person), edit, operator);
      // The flag of deleted users is not the operator's to set.
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { flags: 1, badges: 4, privileged: true },
      });
    });
    expect(recorded).toEqual([{ source: "admin", action: "users edit", target: person.id, details: edit }]);
    const event = await stream.next("UserUpdate");
    expect(event).toMatchObject({ id: person.id, data: { flags: 1, privileged: true }, clear: [] });
    expect(event.data.badges & 4).toBe(4);
    const self = async () => (await server.client.get("/users/@me", person)).body;
    expect(await self()).toMatchObject({ flags: 1, privileged: true });
    await server.client.patch(pathOf(person), { flags: 0, badges: 0, privileged: false }, operator);
    expect(await self()).not.toHaveProperty("privileged");
    for (const refused of [{ flags: -1 }, { badges: 2 ** 31 }, { privileged: "yes" }])
      expect(outcome(await server.client.patch(pathOf(person), refused, operator))).toBe(
        "400 FailedValidation",
      );
  });

  test("are disabled and enabled, and their sessions end, one or all", async () => {
    const person = await newUser(server);
    const target = person.id;
    const sessions = [person, await logIn(server, person.email), await logIn(server, person.email)] as const;
    const { stream } = await openReadyStream(server, sessions[1]);
    await using _ = stream;
    const one = sessions[1].sessionId;
    const end = async (which: string) =>
      outcome(await server.client.delete(`${pathOf(person)}/sessions${which}`, {}, operator));
    const logInAgain = () => server.client.post("/auth/session/login", { email: person.email, password });
    const recorded = await actionsDuring(server, operator, async () => {
      expect(await end(`/${one}`)).toBe("204");
      await stream.next("Logout");
      expect(await Promise.all(sessions.map(isAlive))).toEqual([true, false, true]);
      expect(await end(`/${operator.sessionId}`)).toBe("404 NotFound");
      expect(await end("")).toBe("204");
      expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false, false]);

      const again = await logIn(server, person.email);
      expect(outcome(await post(`${pathOf(person)}/disable`))).toBe("204");
      expect(await isAlive(again)).toBe(false);
      expect((await logInAgain()).body.result).toBe("Disabled");
      expect((await get(pathOf(person))).user.account.disabled).toBe(true);
      expect(outcome(await post(`${pathOf(person)}/enable`))).toBe("204");
      expect((await logInAgain()).body.result).toBe("Success");
    });
    expect(recorded).toEqual([
      { source: "admin", action: "accounts logout", target, details: { session: one } },
      { source: "admin", action: "accounts logout", target, details: {} },
      { source: "admin", action: "accounts disable", target, details: {} },
      { source: "admin", action: "accounts enable", target, details: {} },
    ]);
  });

  test("are recovered by a link that is shown once, and logged out when they use it", async () => {
    const person = await newUser(server);
    await turnOnTotp(server, person);
    const recover = ({ id }: Pick<Person, "id">, body?: object) => post(`${pathOf({ id })}/recover`, body);
    const { stream } = await openReadyStream(server, person);
    await using _ = stream;
    let code = "";
    const recorded = await actionsDuring(server, operator, async () => {
      const { status, body, headers } = await recover(person, { remove_second_factor: true });
      expect({ status, body }).toEqual({
        status: 200,
        body: { link: expect.any(String), expires_at: expect.any(String) },
      });
      expect(headers.get("cache-control")).toBe("private, no-store");
      code = new URL(body.link).pathname.split("/").at(-1) ?? "";
    });
    // The audit says what was done, and not the link.
    expect(recorded).toEqual([
      {
        source: "admin",
        action: "accounts recover",
        target: person.id,
        details: { remove_second_factor: true },
      },
    ]);
    expect(await isAlive(person)).toBe(true);
    const reset = { token: code, password: "chosen by the owner" };
    expect((await server.client.patch("/auth/account/reset_password", reset)).status).toBe(204);
    await stream.next("Logout");
    expect(await isAlive(person)).toBe(false);
    const login = { email: person.email, password: reset.password };
    expect((await server.client.post("/auth/session/login", login)).body.result).toBe("Success");

    const bot = await newBot(server);
    expectFailure(await recover(bot), 404, "NotFound");
    expectFailure(await recover(operator), 400, "InvalidOperation");
    expect(outcome(await recover(person, { remove_second_factor: "yes" }))).toBe("400 FailedValidation");
    const gone = await newUser(server);
    for (const change of [{ disabled: 1 }, { deletion: "deleted" }] as const) {
      await server.running.store.write((tx) => updateAccount(tx, gone.id, change));
      expectFailure(await recover(gone), 400, "InvalidOperation");
    }
  });

  test("are wiped, and everybody who knows them forgets them", async () => {
    const [person, friend] = await newFriends(server);
    const place = await newCommunity(server, friend);
    await joinCommunity(server, place, person);
    const { stream } = await openReadyStream(server, friend);
    await using _ = stream;
    const recorded = await actionsDuring(server, operator, async () => {
      expect(outcome(await post(`${pathOf(person)}/wipe`, { reason: "boredom" }))).toBe(
        "400 FailedValidation",
      );
      expect(outcome(await post(`${pathOf(person)}/wipe`, { reason: "banned" }))).toBe("204");
    });
    expect(recorded).toEqual([
      {
        source: "admin",
        action: "users wipe",
        target: person.id,
        details: { reason: "banned", deleted: [{ what: "memberships", count: 1 }] },
      },
    ]);
    expect(await stream.next("UserPlatformWipe")).toMatchObject({ user_id: person.id, flags: 4 });
    expect(await isAlive(person)).toBe(false);
    expect(await get(pathOf(person))).toMatchObject({
      user: { flags: 4, account: { disabled: true } },
      sessions: [],
    });
    expect((await server.client.get(`/servers/${place.id}/members`, friend)).body.members).toHaveLength(1);
  });

  test("are wiped with as many statements for many servers and conversations as for few", async () => {
    const statementsFor = async (count: number): Promise<number> => {
      const person = await newUser(server);
      for (let number = 0; number < count; number++) {
        await newCommunity(server, person);
        await joinCommunity(server, await newCommunity(server), person);
        const { id } = await newUser(server);
        await server.client.get(`/users/${id}/dm`, person);
      }
      let statements = 0;
      /** Jobs run transactions at the same time. */
      let own: unknown;
      const { sql } = TransactionContext.prototype;
      using counted = spyOn(TransactionContext.prototype, "sql");
      counted.mockImplementation(function <T>(this: TransactionContext) {
        return sql.call(this).withPlugin(
          observing(() => {
            if (this === own) statements += 1;
          }),
        ) as Kysely<T>;
      });
      using all = spyOn(TransactionContext.prototype, "all");
      using one = spyOn(TransactionContext.prototype, "one");
      using change = spyOn(TransactionContext.prototype, "change");
      const prepared = [all, one, change];
      await server.running.store.write(async (tx) => {
        own = tx;
        const user = await findUser(tx, person.id);
        if (user) await wipeUser(tx, user, userFlags.banned);
      });
      for (const { mock } of prepared)
        statements += mock.contexts.filter((context) => context === own).length;
      const rows = server.running.store.read((db) => {
        const sql = db.sql<ServersTables>();
        return Promise.all([
          sql.selectFrom("members").selectAll().where("user_id", "=", person.id).execute(),
          sql.selectFrom("servers").selectAll().where("owner_id", "=", person.id).execute(),
        ]);
      });
      expect(await rows).toEqual([[], []]);
      return statements;
    };
    expect(await statementsFor(6)).toBe(await statementsFor(2));
  });

  test("are found among many, which are read in parts", async () => {
    const { id: before } = await newUser(server);
    const ids = await insertUsers(server, 4_500);
    const needles = [0, 1_999, 2_000, 2_001, 4_499].map((at) => ids[at] ?? "");
    await server.running.store.write(async (tx) => {
      for (const id of needles) await updateUser(tx, id, { display_name: "A needle" });
    });
    const search = async (page: string) =>
      ((await get(`/admin/users?query=needle&${page}`)) as AdminUser[]).map(({ _id }) => _id);
    expect(await search("limit=100")).toEqual(needles);
    expect(await search(`limit=100&after=${before}`)).toEqual(needles);
    expect(await search(`limit=3&after=${before}`)).toEqual(needles.slice(0, 3));
    expect(await search(`limit=3&after=${needles[2]}`)).toEqual(needles.slice(3));
  });
});
