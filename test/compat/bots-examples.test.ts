import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startBot } from "../support/bots/bot-process.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { newHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";

const examples = ["examples/bots/echo-stoat-js.mjs", "examples/bots/echo-plain.mjs"];
const top = join(import.meta.dir, "../..");

test("docs/bots.md shows the example programs unchanged", () => {
  const document = readFileSync(join(top, "docs/bots.md"), "utf8");
  const shown = [...document.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);
  expect(shown).toEqual(examples.map((file) => readFileSync(join(top, file), "utf8")));
});

for (const engine of anyEngine) {
  describe.each(examples)(`%s on ${engine}`, (file) => {
    test("echoes messages, reacts to mentions, reconnects after a restart, and stops", async () => {
      const home = await newHome(engine);
      let server = await openServer(engine, { home });
      const community = await newCommunity(server);
      const person = await newMember(server, community);
      const robot = await newBot(server);
      await inviteBot(server, robot, { server: community.id, by: community.owner });
      await using bot = startBot(file, server, robot);
      await bot.ready();

      const path = `/channels/${community.channel}/messages`;
      const send = async (content: string) =>
        (await server.client.post(path, { content }, { token: person.token })).body._id;
      const expectEcho = async (stream: StreamClient, content: string) => {
        const sent = await send(content);
        await stream.next("Message");
        expect(await stream.next("Message")).toMatchObject({
          author: robot.id,
          content,
          replies: [sent],
        });
      };

      const before = await openReadyStream(server, person);
      await expectEcho(before.stream, "Is anybody there?");
      const greeting = await send(`Hello <@${robot.id}>!`);
      expect(await before.stream.next("MessageReact")).toMatchObject({
        id: greeting,
        user_id: robot.id,
        emoji_id: "👋",
      });

      const { port } = new URL(server.url);
      await server.stop();
      server = await openServer(engine, { home, config: { port: Number(port) } });
      await bot.ready(2);
      const after = await openReadyStream(server, person);
      await expectEcho(after.stream, "And now?");
      // The bot echoed neither the greeting nor its own messages.
      const { body } = await server.client.get(path, { token: person.token });
      expect(body.filter(({ author }: { author: string }) => author === robot.id)).toHaveLength(2);

      expect(await bot.stop()).toBe(0);
      expect(bot.output()).not.toContain(robot.token);
      await server.stop();
      home.remove();
    });

    test("ends when its token is reset", async () => {
      await using server = await openServer(engine);
      const robot = await newBot(server);
      await using bot = startBot(file, server, robot);
      await bot.ready();
      await server.client.patch(`/bots/${robot.id}`, { remove: ["Token"] }, { token: robot.owner.token });
      expect(await bot.exited).toBe(1);
    });
  });
}
