import { describe, expect, test } from "bun:test";
import { startBot } from "../support/bot-process.ts";
import { inviteBot, newBot } from "../support/bots.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { rolesIn } from "../support/role-calls.ts";
import { openServer } from "../support/server.ts";
import { listenIn } from "../support/stream.ts";

describe.each(engines.map((engine) => [engine]))("a bot with revolt-handler on %s", (engine) => {
  test("takes commands from those who have the role, and says what went wrong", async () => {
    await using server = await openServer(engine);
    const place = await newCommunity(server);
    const { owner } = place;
    const person = await newMember(server, place);
    const { body: role } = await rolesIn(server, place).create(owner);
    const robot = await newBot(server);
    await inviteBot(server, robot, { server: place.id, by: owner });
    await using bot = startBot("test/support/programs/command-bot.mjs", server, {
      token: robot.token,
      env: { ROLE: role.id },
    });
    await bot.ready();
    const { stream } = await listenIn(server, person);
    const answerTo = async (content: string) => {
      const path = `/channels/${place.channel}/messages`;
      const { body } = await server.client.post(path, { content }, { token: person.token });
      await stream.next("Message");
      const answer = await stream.next("Message");
      expect(answer).toMatchObject({ author: robot.id, replies: [body._id] });
      return { asked: body._id, answer };
    };

    expect((await answerTo("!quote Hello there")).answer.content).toBe("You need a role for that.");
    const member = `/servers/${place.id}/members/${person.id}`;
    await server.client.patch(member, { roles: [role.id] }, { token: owner.token });

    for (const name of ["quote", "q"]) {
      const { asked, answer } = await answerTo(`!${name} Hello there`);
      expect(answer.embeds).toEqual([
        { type: "Text", title: "Quote", description: "Hello there", colour: "#336699" },
      ]);
      expect(answer.mentions).toEqual([person.id]);
      const reaction = { id: asked, user_id: robot.id, emoji_id: "✅" };
      expect(await stream.next("MessageReact")).toMatchObject(reaction);
    }

    const elsewhere = await newCommunity(server);
    const { answer } = await answerTo(`!say ${elsewhere.channel} Hello`);
    expect(answer.content).toBe("That failed: MissingPermission");
    expect((await answerTo("!say nowhere Hello")).answer.content).toBe("That failed: NotFound");
  });
});
