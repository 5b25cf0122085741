import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, password } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { upload } from "../../support/http/multipart.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const privately = "private, no-store";

describe("what may be kept of replies", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer("sqlite");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const cacheControl = ({ headers }: Pick<ApiResponse, "headers">) => headers.get("cache-control");

  test("nothing that a session or a bot gets, refusals and empty replies included", async () => {
    const { client } = server;
    const person = await newUser(server);
    const bot = await newBot(server, person);
    const calls: [expected: string, reply: Promise<ApiResponse>][] = [
      ["200", client.get("/users/@me", person)],
      ["200", client.get("/users/@me", { bot: bot.token })],
      ["404 NotFound", client.get("/servers/unknown", person)],
      ["400 FailedValidation", client.patch("/users/@me", { badges: "x" }, person)],
      ["200", client.patch("/users/@me", { display_name: "Me" }, person)],
      ["204", client.post("/sync/settings/set", { a: "b" }, person)],
    ];
    for (const [expected, reply] of calls)
      expect([outcome(await reply), cacheControl(await reply)]).toEqual([expected, privately]);
  });

  test("nor a refusal of what is too quick", async () => {
    await using limited = await openServer("sqlite", { config: { ratelimits: { enabled: true } } });
    const person = await newUser(limited);
    let last = await limited.client.get("/users/@me", person);
    for (let count = 0; count < 60 && last.status !== 429; count++)
      last = await limited.client.get("/users/@me", person);
    expect([last.status, cacheControl(last)]).toEqual([429, privately]);
  });

  test("nothing of a login, whose reply is a credential", async () => {
    const { email } = await newUser(server);
    const reply = await server.client.post("/auth/session/login", { email, password });
    expect([reply.body.result, cacheControl(reply)]).toEqual(["Success", privately]);
  });

  test("files and what everybody gets are as before", async () => {
    const person = await newUser(server);
    const content = new TextEncoder().encode("a file");
    const stored = await upload(server, person, { filename: "a.txt", content });
    expect(cacheControl(stored)).toBe(privately);
    const file = await fetch(`${server.url}/autumn/attachments/${stored.body.id}`, {
      headers: { "x-session-token": person.token },
    });
    expect(cacheControl(file)).not.toBe(privately);
    expect(cacheControl(await server.client.get("/"))).toBeNull();
    expect(cacheControl(await fetch(`${server.url}/`))).not.toBe(privately);
  });
});
