import { describe, expect, test } from "bun:test";
import { startBot } from "../support/bots/bot-process.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { roleCalls } from "../support/servers/role-calls.ts";
import { openReadyStream } from "../support/stream/stream.ts";

describe.each(anyEngine.map((engine) => [engine]))("a bot with revolt-handler on %s", (engine) => {
  test("runs commands of members with the role, and reports errors", async () => {
    await using server = await openServer(engine);
    const place = await newCommunity(server);
    const { owner } = place;
    const person = await newMember(server, place);
    const { body: role } = await roleCalls(server, place).create(owner);
    const robot = await newBot(server);
    await inviteBot(server, robot, { server: place.id, by: owner });
    await using bot = startBot("test/support/programs/command-bot.mjs", server, {
      token: robot.token,
      env: { ROLE: role.id },
    });
    await bot.ready();
    const { stream } = await openReadyStream(server, person);
    const command = async (content: string) => {
      const path = `/channels/${place.channel}/messages`;
      const { body } = await server.client.post(path, { content }, { token: person.token });
      await stream.next("Message");
      const reply = await stream.next("Message");
      expect(reply).toMatchObject({ author: robot.id, replies: [body._id] });
      return { id: body._id, reply };
    };

    expect((await command("!quote Hello there")).reply.content).toBe("You need a role for that.");
    const member = `/servers/${place.id}/members/${person.id}`;
    await server.client.patch(member, { roles: [role.id] }, { token: owner.token });

    for (const name of ["quote", "q"]) {
      const { id, reply } = await command(`!${name} Hello there`);
      expect(reply.embeds).toEqual([
        { type: "Text", title: "Quote", description: "Hello there", colour: "#336699" },
      ]);
      expect(reply.mentions).toEqual([person.id]);
      const reaction = { id, user_id: robot.id, emoji_id: "✅" };
      expect(await stream.next("MessageReact")).toMatchObject(reaction);
    }

    const elsewhere = await newCommunity(server);
    const { reply } = await command(`!say ${elsewhere.channel} Hello`);
    expect(reply.content).toBe("That failed: MissingPermission");
    expect((await command("!say nowhere Hello")).reply.content).toBe("That failed: NotFound");
  });
});
