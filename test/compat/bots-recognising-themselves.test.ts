import { afterAll, beforeAll, describe, expect, type Mock, spyOn, test } from "bun:test";
import { Client } from "stoat.js";
import { startBot } from "../support/bots/bot-process.ts";
import { type Bot, inviteBot, newBot } from "../support/bots/bots.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { findStoatPy } from "../support/install/python-packages.ts";
import { readMessages } from "../support/messages/messages.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

const stoatPy = findStoatPy();
if (!stoatPy && process.env.CI) throw new Error("stoat.py is needed and could not be installed");
if (!stoatPy) console.log("skipped: a bot with stoat.py, which could not be installed");

describe("a bot that repeats all messages but its own", () => {
  let server: TestServer;
  let debugOutput: Mock<typeof console.debug>;
  let place: Community;
  let bot: Bot;
  beforeAll(async () => {
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    server = await openServer("sqlite");
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  async function invite(): Promise<void> {
    place = await newCommunity(server);
    bot = await newBot(server, place.owner);
    await inviteBot(server, bot, { server: place.id, by: place.owner });
  }

  const newClient = () =>
    new Client({ baseURL: `${server.url}/api`, autoReconnect: false, heartbeatInterval: heartbeatSeconds });

  const contents = async () => (await readMessages(server, place.channel)).map(({ content }) => content);

  /** Sends two messages. Had the bot answered itself, an answer would be between its answers to these. */
  async function expectOneAnswerEach(): Promise<void> {
    const before = await contents();
    for (const [index, text] of ["one", "two"].entries()) {
      await sendMessage(server, { by: place.owner, channel: place.channel }, text);
      await until(async () => (await contents()).length >= before.length + 2 * (index + 1));
    }
    expect(await contents()).toEqual([...before, "one", "one", "two", "two"]);
  }

  test("answers each message once with stoat.js", async () => {
    await invite();
    const client = newClient();
    client.on("messageCreate", (message) => {
      if (message.author?.relationship !== "User") message.channel?.sendMessage(message.content);
    });
    await client.loginBot(bot.token);
    await until(() => client.ready());
    await expectOneAnswerEach();
    client.events.disconnect();
  });

  test.skipIf(!stoatPy)("answers each message once with stoat.py", async () => {
    await invite();
    const env = {
      PYTHONPATH: stoatPy ?? "",
      WEBSOCKET_URL: `${server.url.replace("http", "ws")}/ws`,
      FILES_URL: `${server.url}/autumn`,
    };
    await using robot = startBot("test/support/programs/echo_bot.py", server, { token: bot.token, env });
    await robot.ready();
    await expectOneAnswerEach();
  });

  test("sees a user whom a message introduces to stoat.js as online", async () => {
    await invite();
    const author = await newMember(server, place);
    const { stream } = await openReadyStream(server, author);
    const client = newClient();
    await client.loginBot(bot.token);
    await until(() => client.ready());
    expect(client.users.has(author.id)).toBe(false);
    await sendMessage(server, { by: author, channel: place.channel });
    await until(() => client.users.has(author.id));
    expect(client.users.get(author.id)).toMatchObject({ online: true, relationship: "None" });
    client.events.disconnect();
    await stream[Symbol.asyncDispose]();
  });
});
