import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Overhearing, overhear } from "../support/announcements.ts";
import type { CallOptions } from "../support/client.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { githubPayloads as sent } from "../support/github-payloads.ts";
import { newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { doorOf, type NewWebhook, newWebhook, permit, toViewers } from "../support/webhooks.ts";

const events: [name: string, payload: object][] = [
  ["star", sent.star],
  ["push", sent.push],
  ["push", sent.forcedPush],
  ["commit_comment", sent.commitComment],
  ["create", sent.reference],
  ["delete", sent.reference],
  ["fork", sent.fork],
  ["discussion", sent.discussion],
  ["discussion", sent.answered],
  ["discussion_comment", sent.discussionComment],
  ["issues", sent.issue],
  ["issue_comment", sent.issueComment],
  ["pull_request", sent.pullRequest],
];

describe.each([...engines])("webhooks for GitHub on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  let webhook: NewWebhook;
  let all: Overhearing;
  beforeAll(async () => {
    server = await openServer(engine);
    await server.running.worker.stop(1_000);
    all = await overhear(server);
    room = await newRoom(server);
    webhook = await newWebhook(server, room.owner, room);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const tell = (event: string | undefined, payload: unknown, door = doorOf(webhook)) => {
    const options: CallOptions = event === undefined ? {} : { headers: { "x-github-event": event } };
    return server.client.post(`${door}/github`, payload, options);
  };
  const lastMessage = async () =>
    (await server.client.get(`/channels/${room.channel}/messages?limit=1`, room.owner)).body[0];

  test.each(events)("tell of %s in one embed, and nothing else", async (name, payload) => {
    all.take();
    const { status, body } = await tell(name, payload);
    expect({ status, body }).toEqual({ status: 200, body: undefined });
    const message = await lastMessage();
    const [{ payload: told = undefined } = {}] = all.take();
    expect(told).toEqual(message);
    expect(message).toEqual({
      _id: expect.any(String),
      channel: room.channel,
      author: webhook.id,
      webhook: { name: "Door", avatar: null },
      embeds: [
        {
          type: "Text",
          title: expect.stringMatching(/^(octocat|hubot)$/),
          icon_url: expect.stringContaining("https://avatars.githubusercontent.com/"),
          url: expect.stringContaining("https://github.com/"),
          description: expect.stringMatching(/^#### \[{1,2}octocat\/hello-world/),
          colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
        },
      ],
    });
  });

  test("are heard by all who see the channel, whatever the webhook may do", async () => {
    const spare = await newWebhook(server, room.owner, room);
    await permit(server, spare, []);
    all.take();
    expect(outcome(await tell("star", sent.star, doorOf(spare)))).toBe("200");
    expect(all.take()).toMatchObject([toViewers(room.channel, "Message", await lastMessage())]);
  });

  test("mention nobody", async () => {
    const issue = {
      ...sent.issue.issue,
      title: `@everyone <@${room.member.id}>`,
      body: "https://a.example/",
    };
    await tell("issues", { ...sent.issue, issue });
    const message = await lastMessage();
    for (const key of ["mentions", "flags", "nonce", "content"]) expect(message).not.toHaveProperty(key);
    const jobs = await server.running.store.read((db) =>
      db.sql<{ jobs: { name: string } }>().selectFrom("jobs").selectAll().execute(),
    );
    expect(jobs.filter(({ name }) => name === "unfurl_links")).toEqual([]);
  });

  test("say nothing of pings and of what else happens", async () => {
    all.take();
    for (const [name, payload] of [
      ["ping", sent.ping],
      ["star", { ...sent.star, action: "deleted" }],
      ["issues", { ...sent.issue, action: "labeled" }],
    ] as const) {
      const { status, body } = await tell(name, payload);
      expect({ status, body }).toEqual({ status: 200, body: undefined });
    }
    expect(all.take()).toEqual([]);
  });

  test("refuse what they do not understand, in this order", async () => {
    all.take();
    const error = { error: expect.any(String) };
    expectFailure(await tell(undefined, sent.star, "/webhooks/nothing/x"), 400, "FailedValidation", error);
    expectFailure(await tell("unheard", "{", "/webhooks/nothing/x"), 404, "NotFound");
    expectFailure(await tell("unheard", "{", doorOf({ ...webhook, token: "x" })), 401, "NotAuthenticated");
    for (const [name, payload] of [
      ["unheard", sent.star],
      ["star", "{"],
      ["star", ""],
      ["push", sent.star],
      ["constructor", sent.star],
    ] as const)
      expectFailure(await tell(name, payload), 400, "InvalidOperation");
    const sender = { ...sent.star.sender, html_url: `https://github.com/${"x".repeat(300)}` };
    expectFailure(await tell("star", { ...sent.star, sender }), 400, "FailedValidation", error);
    expect(all.take()).toEqual([]);
  });

  test("take payloads of five megabytes, and no larger ones", async () => {
    const padding = (size: number) => JSON.stringify(sent.star).padEnd(size, " ");
    expect(outcome(await tell("star", padding(5_000_000)))).toBe("200");
    expectFailure(await tell("star", padding(5_000_001)), 413, "PayloadTooLarge");
  });
});
