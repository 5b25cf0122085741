import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "../../src/domains/messages/index.ts";
import type { Person } from "../support/accounts/people.ts";
import { type BotProcess, startBot } from "../support/bots/bot-process.ts";
import { type Bot, inviteBot, newBot } from "../support/bots/bots.ts";
import { PlayedDiscord } from "../support/bridge/discord.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { addRole, setDefaultPermissions } from "../support/servers/roles.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-bridge-"));
const discord = new PlayedDiscord();
let server: TestServer;
let community: Community;
let person: Person;
let role: string;
let robot: Bot;
let bridge: BotProcess;

beforeAll(async () => {
  server = await openServer("sqlite");
  community = await newCommunity(server);
  person = await newMember(server, community);
  robot = await newBot(server);
  await inviteBot(server, robot, { server: community.id, by: community.owner });
  await setDefaultPermissions(server, community, [
    "ViewChannel",
    "ReadMessageHistory",
    "SendMessage",
    "UploadFiles",
    "SendEmbeds",
    "Masquerade",
    "ManageMessages",
    "MentionEveryone",
    "MentionRoles",
  ]);
  role = await addRole(server, community, { rank: 1 });
  const channel = { discord: discord.channel, webhook: discord.webhookUrl, ermine: community.channel };
  const config = { api: `${server.url}/api`, channels: [channel] };
  writeFileSync(join(folder, "bridge.json"), JSON.stringify(config));
  bridge = start();
  await isReady();
});

afterAll(async () => {
  await bridge[Symbol.asyncDispose]();
  await server.stop();
  discord[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string> = {}): BotProcess {
  const secrets = { DISCORD_TOKEN: discord.token, DISCORD_API: discord.api };
  return startBot("examples/bridge/bridge.mjs", server, {
    token: robot.token,
    env: { ...secrets, ...env },
    args: [join(folder, "bridge.json")],
  });
}

/** Both sides are connected, and what was missed is mirrored. */
const isReady = () =>
  until(() => ["discord: ready", "ermine: ready"].every((line) => bridge.output().includes(line)));

const path = () => `/channels/${community.channel}/messages`;
const as = () => ({ token: person.token });
const send = async (draft: object) => (await server.client.post(path(), draft, as())).body as Message;
const list = async (): Promise<Message[]> => (await server.client.get(`${path()}?sort=Oldest`, as())).body;

/** The message here that has a text. */
async function arrived(content: string): Promise<Message> {
  let found: Message | undefined;
  await until(async () => {
    found = (await list()).find((message) => message.content === content);
    return found;
  });
  return found as Message;
}

/** The message on Discord whose text ends with this one. */
async function arrivedThere(content: string) {
  const find = () => discord.messages.find((message) => message.content.endsWith(content));
  await until(find);
  const message = find();
  if (!message) throw new Error("it was deleted at once");
  return { message, ...discord.executions.get(message.id) };
}

describe("from Discord", () => {
  test("messages come with author, names in the place of ids, files and replies", async () => {
    const first = discord.post(
      "Hello <@80351110224678912>, <@&1400000000000000001> in <#1100000000000000001> <:otter:5>",
      {
        mentions: [{ id: "80351110224678912", username: "nelly", global_name: "Nelly" }],
        file: "the content",
      },
    );
    const text = `Hello @Nelly, @Otters in <#${community.channel}> :otter:`;
    const here = await arrived(text);
    expect(here).toMatchObject({
      author: robot.id,
      masquerade: {
        name: "Nelly",
        avatar: "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea.png?size=128",
      },
    });
    const [file] = here.attachments ?? [];
    expect(file?.filename).toBe("a.txt");
    const content = await fetch(`${server.url}/autumn/attachments/${file?._id}`);
    expect(await content.text()).toBe("the content");

    discord.post("An answer", { type: 19, message_reference: { message_id: first.id } });
    expect((await arrived("An answer")).replies).toEqual([here._id]);
  });

  test("mentions that were typed there notify nobody here, in a message or by an edit", async () => {
    const typed = `<@${person.id}> <%${role}> @everyone @online`;
    const mentions = [{ id: "1", username: "everyone" }];
    const first = discord.post(`${typed} <@1> typed`, { mentions });
    const plain = `<\u200b@${person.id}> <\u200b%${role}> @\u200beveryone @\u200bonline`;
    const here = await arrived(`${plain} @\u200beveryone typed`);
    discord.edit(first, `${typed} edited`);
    const edited = await arrived(`${plain} edited`);
    for (const message of [here, edited])
      expect([message.mentions, message.role_mentions, message.flags]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
  });

  test("edits and deletions follow, and a deleted copy deletes its original", async () => {
    const [edited, deleted] = [discord.post("first words"), discord.post("not for long")];
    await arrived("not for long");
    discord.edit(edited, "second words");
    const { _id } = await arrived("second words");
    discord.remove(deleted.id);
    await until(async () => (await list()).every(({ content }) => content !== "not for long"));

    await server.client.delete(`${path()}/${_id}`, undefined, { token: community.owner.token });
    await until(() => !discord.messages.includes(edited));
  });

  test("notices, and texts that are too long, are left out or end with a link", async () => {
    discord.post("", { type: 7 });
    const { id } = discord.post("x".repeat(4_000));
    await until(async () => (await list()).some(({ content }) => content?.endsWith(`/${id}`)));
    const long = (await list()).at(-1);
    expect(long?.content).toMatch(/^x{1700,}… https/);
    expect((await list()).filter(({ content }) => !content)).toEqual([]);
  });
});

describe("to Discord", () => {
  test("messages go through the webhook with author, names, files and a quotation of what they reply to", async () => {
    const original = await send({ content: `<@${person.id}> !!secret!!` });
    const { username } = (await server.client.get(`/users/${person.id}`, as())).body;
    const { message, payload } = await arrivedThere(`@${username} ||secret||`);
    expect(payload).toMatchObject({ username, allowed_mentions: { parse: [] } });

    const form = new FormData();
    form.append("file", new Blob(["some bytes"]), "b.txt");
    const headers = { "x-session-token": person.token };
    const uploaded = await fetch(`${server.url}/autumn/attachments`, { method: "POST", body: form, headers });
    const { id } = (await uploaded.json()) as { id: string };
    await send({
      content: "with a file",
      attachments: [id],
      replies: [{ id: original._id, mention: false }],
    });
    const answer = await arrivedThere("with a file");
    expect(answer.message.content).toStartWith(`> [↩ ${username}](<https://discord.com/channels/`);
    expect(answer.message.content).toContain(`/${message.id}>)\n`);
    expect(await answer.files?.[0]?.text()).toBe("some bytes");
  });

  test("edits and deletions follow, and a deleted copy deletes its original", async () => {
    const edited = await send({ content: "one word" });
    const { message } = await arrivedThere("one word");
    await server.client.patch(`${path()}/${edited._id}`, { content: "two words" }, as());
    await until(() => message.content === "two words");
    await server.client.delete(`${path()}/${edited._id}`, undefined, as());
    await until(() => !discord.messages.includes(message));

    const moderated = await send({ content: "rude" });
    discord.remove((await arrivedThere("rude")).message.id);
    await until(async () => (await list()).every(({ _id }) => _id !== moderated._id));
  });

  test("a limit is waited for, and a failure of Discord is tried again", async () => {
    discord.refusals.push(
      Response.json({ message: "You are being rate limited.", retry_after: 0.05 }, { status: 429 }),
      new Response("upstream", { status: 502 }),
    );
    await send({ content: "slowly" });
    await send({ content: "in order" });
    await arrivedThere("in order");
    const [first, second] = discord.messages.slice(-2);
    expect([first?.content, second?.content]).toEqual(["slowly", "in order"]);
  });
});

describe("a bridge that was cut off", () => {
  test("resumes with Discord", async () => {
    discord.cutOff();
    discord.post("while it was away");
    await arrived("while it was away");
    expect(discord.identified).toEqual(["identify", "resume"]);
  });

  test("mirrors after a kill what was written meanwhile, once and in order", async () => {
    await bridge[Symbol.asyncDispose]();
    for (const content of ["a", "b", "c"]) {
      discord.post(`there ${content}`);
      await send({ content: `here ${content}` });
    }
    bridge = start();
    await isReady();
    await Promise.all([arrived("there c"), arrivedThere("here c")]);
    await send({ content: "the end" });
    await arrivedThere("the end");
    const here = (await list())
      .map(({ content }) => content ?? "")
      .filter((text) => text.startsWith("there "));
    const there = discord.messages.map(({ content }) => content).filter((text) => text.startsWith("here "));
    expect(here).toEqual(["there a", "there b", "there c"]);
    expect(there).toEqual(["here a", "here b", "here c"]);
  });
});

test("a token that is not valid ends it, and no secret is printed", async () => {
  for (const name of ["DISCORD_TOKEN", "BOT_TOKEN"]) {
    await using other = start({ [name]: "wrong-secret" });
    expect(await other.exited).toBe(1);
    expect(other.output()).not.toContain("secret");
  }
  for (const secret of [discord.token, robot.token, "webhook-secret"])
    expect(bridge.output()).not.toContain(secret);
  expect(await bridge.stop()).toBe(0);
});
