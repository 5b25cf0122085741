import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CallOptions } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import type { Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import type { AnnouncementRecorder } from "../../support/stream/record-announcements.ts";
import { githubPayloads as sent } from "../../support/webhooks/github-payloads.ts";
import { openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import {
  channelAnnouncement,
  type NewWebhook,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

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

describe.each([...anyEngine])("webhooks for GitHub on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements, community, webhook } = await openWebhookServer(engine, { runsJobs: false }));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const deliver = (event: string | undefined, payload: unknown, path = webhookPath(webhook)) => {
    const options: CallOptions = event === undefined ? {} : { headers: { "x-github-event": event } };
    return server.client.post(`${path}/github`, payload, options);
  };
  const lastMessage = async () =>
    (await server.client.get(`/channels/${community.channel}/messages?limit=1`, community.owner)).body[0];

  test.each(events)("post one embed for %s", async (name, payload) => {
    announcements.take();
    const { status, body } = await deliver(name, payload);
    expect({ status, body }).toEqual({ status: 200, body: undefined });
    const message = await lastMessage();
    const [{ payload: announced = undefined } = {}] = announcements.take();
    expect(announced).toEqual(message);
    expect(message).toEqual({
      _id: expect.any(String),
      channel: community.channel,
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

  test("reach all viewers of the channel, with any permissions of the webhook", async () => {
    const ownWebhook = await newWebhook(server, community.owner, community);
    await setWebhookPermissions(server, ownWebhook, []);
    announcements.take();
    expect(outcome(await deliver("star", sent.star, webhookPath(ownWebhook)))).toBe("200");
    expect(announcements.take()).toMatchObject([
      channelAnnouncement(community.channel, "Message", await lastMessage()),
    ]);
  });

  test("mention no users", async () => {
    const issue = {
      ...sent.issue.issue,
      title: `@everyone <@${community.member.id}>`,
      body: "https://a.example/",
    };
    await deliver("issues", { ...sent.issue, issue });
    const message = await lastMessage();
    for (const key of ["mentions", "flags", "nonce", "content"]) expect(message).not.toHaveProperty(key);
    const jobs = await server.running.store.read((db) =>
      db.sql<{ jobs: { name: string } }>().selectFrom("jobs").selectAll().execute(),
    );
    expect(jobs.filter(({ name }) => name === "unfurl_links")).toEqual([]);
  });

  test("ignore pings and other events", async () => {
    announcements.take();
    for (const [name, payload] of [
      ["ping", sent.ping],
      ["star", { ...sent.star, action: "deleted" }],
      ["issues", { ...sent.issue, action: "labeled" }],
    ] as const) {
      const { status, body } = await deliver(name, payload);
      expect({ status, body }).toEqual({ status: 200, body: undefined });
    }
    expect(announcements.take()).toEqual([]);
  });

  test("reject invalid requests in this order of checks", async () => {
    announcements.take();
    const error = { error: expect.any(String) };
    expectFailure(await deliver(undefined, sent.star, "/webhooks/nothing/x"), 400, "FailedValidation", error);
    expectFailure(await deliver("unheard", "{", "/webhooks/nothing/x"), 404, "NotFound");
    expectFailure(
      await deliver("unheard", "{", webhookPath({ ...webhook, token: "x" })),
      401,
      "NotAuthenticated",
    );
    for (const [name, payload] of [
      ["unheard", sent.star],
      ["star", "{"],
      ["star", ""],
      ["push", sent.star],
      ["constructor", sent.star],
    ] as const)
      expectFailure(await deliver(name, payload), 400, "InvalidOperation");
    const sender = { ...sent.star.sender, html_url: `https://github.com/${"x".repeat(300)}` };
    expectFailure(await deliver("star", { ...sent.star, sender }), 400, "FailedValidation", error);
    expect(announcements.take()).toEqual([]);
  });

  test("accept payloads of up to five megabytes", async () => {
    const padding = (size: number) => JSON.stringify(sent.star).padEnd(size, " ");
    expect(outcome(await deliver("star", padding(5_000_000)))).toBe("200");
    expectFailure(await deliver("star", padding(5_000_001)), 413, "PayloadTooLarge");
  });
});
