import { afterAll, beforeAll, describe, expect, type Mock, spyOn, test } from "bun:test";
import { type Bot, Client } from "stoat.js";
import { newUser, type Person } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

describe.each(anyEngine)("a bot with stoat.js, on %s", (engine) => {
  let server: TestServer;
  let debugOutput: Mock<typeof console.debug>;
  let owner: Person;
  let person: Client;
  let made: Bot;
  const robot = { client: undefined as Client | undefined };
  beforeAll(async () => {
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    server = await openServer(engine);
    owner = await newUser(server, "Owner");
    person = newClient();
    person.configuration = await person.api.get("/");
    person.useExistingSession({ _id: owner.sessionId, token: owner.token, user_id: owner.id });
    person.connect();
    await until(() => person.ready());
  });
  afterAll(async () => {
    for (const client of [person, robot.client]) client?.events.disconnect();
    await server[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  const newClient = () =>
    new Client({ baseURL: `${server.url}/api`, autoReconnect: false, heartbeatInterval: heartbeatSeconds });

  test("can be created, listed, edited and fetched by users who may invite it", async () => {
    made = await person.bots.createBot("Robot");
    const { ownerId, token, public: isPublic } = made;
    expect({ ownerId, length: token.length, isPublic }).toEqual({
      ownerId: owner.id,
      length: 64,
      isPublic: false,
    });
    await made.edit({ name: "Android", public: true });
    expect((await person.bots.fetchOwned()).map(({ id }) => id)).toEqual([made.id]);
    expect(made.user?.username).toBe("Android");
    expect((await person.bots.fetch(made.id)).id).toBe(made.id);
    expect((await person.bots.fetchPublic(made.id)).username).toBe("Android");
  });

  test("logs in, joins a server, receives messages there and replies", async () => {
    const client = newClient();
    robot.client = client;
    client.on("messageCreate", (message) => {
      if (message.content === "ping") message.channel?.sendMessage("pong");
    });
    const errors: unknown[] = [];
    client.on("error", (error) => errors.push(error));
    await client.loginBot(made.token);
    await until(() => client.ready());
    expect({ id: client.user?.id, bot: client.user?.bot }).toEqual({ id: made.id, bot: { owner: owner.id } });

    const place = await newCommunity(server, owner);
    await until(() => person.servers.has(place.id));
    const home = person.servers.get(place.id);
    if (!home) throw new Error("the library does not know the server");
    (await person.bots.fetchPublic(made.id)).addToServer(home);
    await until(() => client.servers.has(place.id));
    const replied = new Promise<string>((resolve) => {
      person.on("messageCreate", ({ authorId, content }) => {
        if (authorId === made.id) resolve(content);
      });
    });
    await person.channels.get(place.channel)?.sendMessage("ping");
    expect(await replied).toBe("pong");
    expect(errors).toEqual([]);
  });

  test("is disconnected when it is deleted", async () => {
    const { client } = robot;
    if (!client) throw new Error("the bot is not logged in");
    const disconnected = new Promise<void>((resolve) => {
      client.on("disconnected", () => resolve());
    });
    await made.delete();
    await disconnected;
    expect(await person.bots.fetchOwned()).toEqual([]);
  });
});
