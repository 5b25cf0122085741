import { describe, expect, test } from "bun:test";
import {
  commitOf,
  githubPayloads as payloads,
} from "../../../../../test/support/webhooks/github-payloads.ts";
import type { SendableEmbed } from "../../../messages/index.ts";
import { unreadable } from "./event-formatter.ts";
import { readEvent } from "./read-event.ts";

const read = (name: string, payload: unknown) =>
  readEvent(name, new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload)));
const described = (name: string, payload: unknown) => (read(name, payload) as SendableEmbed).description;

const home = "https://github.com/octocat/hello-world";
const compare = `${home}/compare/f95f852bd8fc...1481a2de7b2a`;
const commit = `${home}/commit/1481a2de7b2a7d02428ad93446ab166be7793fbb`;

const issueOf = (fields: object) => ({ ...payloads.issue, issue: { ...payloads.issue.issue, ...fields } });
const pullOf = (action: string, fields: object = {}) => ({
  ...payloads.pullRequest,
  action,
  pull_request: { ...payloads.pullRequest.pull_request, ...fields },
});
const pushOf = (...messages: string[]) => ({
  ...payloads.push,
  commits: messages.map((message) => commitOf(message)),
});

const cases: [title: string, name: string, payload: object, description: string, colour: string][] = [
  ["a star", "star", payloads.star, `#### [[octocat/hello-world] New star added](${home})`, "#202224"],
  [
    "a push",
    "push",
    payloads.push,
    `#### [[octocat/hello-world:main] 1 new commit](${compare})\n[\`1481a2de\`](${commit}) Say hello - The Octocat`,
    "#279adc",
  ],
  [
    "a push without commits",
    "push",
    { ...pushOf(), ref: "refs/tags/v1" },
    `#### [[octocat/hello-world:v1] 0 new commits](${compare})`,
    "#279adc",
  ],
  [
    "a force push",
    "push",
    payloads.forcedPush,
    `#### [octocat/hello-world] Branch main was force-pushed to 1481a2de\n[Compare changes](${compare})`,
    "#e73e3e",
  ],
  [
    "a comment on a commit",
    "commit_comment",
    payloads.commitComment,
    `#### [[octocat/hello-world] New comment on commit 1481a2de](${commit}#commitcomment-33548674)\nThis is a really good change! :+1:`,
    "#202224",
  ],
  [
    "a new tag",
    "create",
    payloads.reference,
    "#### [octocat/hello-world] Tag created: simple-tag",
    "#202224",
  ],
  [
    "a deleted branch",
    "delete",
    { ...payloads.reference, ref: "old/work", ref_type: "branch" },
    "#### [octocat/hello-world] Branch deleted: old/work",
    "#202224",
  ],
  [
    "a fork",
    "fork",
    payloads.fork,
    "#### [[octocat/hello-world] Fork created: hubot/hello-world](https://github.com/hubot/hello-world)",
    "#202224",
  ],
  [
    "a discussion",
    "discussion",
    payloads.discussion,
    `#### [[octocat/hello-world] New discussion #90 Welcome to discussions!](${home}/discussions/90)\nWe're glad to have you here.`,
    "#d9916d",
  ],
  [
    "an issue",
    "issues",
    payloads.issue,
    `#### [[octocat/hello-world] Issue opened: #1 Spelling error in the README file](${home}/issues/1)\nIt looks like you spelled \`commit\` with two t's.`,
    "#d76a34",
  ],
  [
    "an issue without a body",
    "issues",
    issueOf({ body: null }),
    `#### [[octocat/hello-world] Issue opened: #1 Spelling error in the README file](${home}/issues/1)`,
    "#d76a34",
  ],
  [
    "a closed issue",
    "issues",
    { ...payloads.issue, action: "closed" },
    `#### [[octocat/hello-world] Issue closed: #1 Spelling error in the README file](${home}/issues/1)`,
    "#202224",
  ],
  [
    "a reopened issue",
    "issues",
    { ...payloads.issue, action: "reopened" },
    `#### [[octocat/hello-world] Issue reopened: #1 Spelling error in the README file](${home}/issues/1)`,
    "#0f890f",
  ],
  [
    "a comment on an issue",
    "issue_comment",
    payloads.issueComment,
    `#### [[octocat/hello-world] New comment on issue #1 Spelling error in the README file](${home}/issues/1#issuecomment-9)\nYou are right!`,
    "#d9916d",
  ],
  [
    "a comment on a pull request",
    "issue_comment",
    payloads.pullComment,
    `#### [[octocat/hello-world] New comment on pull request #2 Update the README with new information.](${home}/issues/1#issuecomment-9)\nYou are right!`,
    "#d9916d",
  ],
  [
    "a pull request",
    "pull_request",
    payloads.pullRequest,
    `#### [[octocat/hello-world] Pull request opened: #2 Update the README with new information.](${home}/pull/2)\nThis is a pretty simple change.`,
    "#d76a34",
  ],
  [
    "a closed pull request",
    "pull_request",
    pullOf("closed"),
    `#### [[octocat/hello-world] Pull request closed: #2 Update the README with new information.](${home}/pull/2)`,
    "#202224",
  ],
  [
    "a merged pull request",
    "pull_request",
    pullOf("closed", { merged: true }),
    `#### [[octocat/hello-world] Pull request merged: #2 Update the README with new information.](${home}/pull/2)`,
    "#202224",
  ],
  [
    "a reopened pull request",
    "pull_request",
    pullOf("reopened"),
    `#### [[octocat/hello-world] Pull request reopened: #2 Update the README with new information.](${home}/pull/2)`,
    "#0f890f",
  ],
];

const casesByAuthor: [title: string, name: string, payload: object, description: string][] = [
  [
    "an answer",
    "discussion",
    payloads.answered,
    `#### [[octocat/hello-world] Discussion answered #90 Welcome to discussions!](${home}/discussions/90#discussioncomment-2)\nGlad to be here.`,
  ],
  [
    "a comment on a discussion",
    "discussion_comment",
    payloads.discussionComment,
    `#### [[octocat/hello-world] New comment on discussion #90 Welcome to discussions!](${home}/discussions/90#discussioncomment-2)\nGlad to be here.`,
  ],
];

describe("events of GitHub", () => {
  test.each(cases)("%s is formatted", (_, name, payload, description, colour) => {
    const title = "octocat";
    const icon_url = "https://avatars.githubusercontent.com/u/583231?v=4";
    const url = "https://github.com/octocat";
    expect(read(name, payload)).toEqual({ title, icon_url, url, description, colour });
  });

  test.each(casesByAuthor)("%s shows its author", (_, name, payload, description) => {
    const title = "hubot";
    const icon_url = "https://avatars.githubusercontent.com/u/480938?v=4";
    const url = "https://github.com/hubot";
    expect(read(name, payload)).toEqual({ title, icon_url, url, description, colour: "#d9916d" });
  });

  test.each([
    ["ping", payloads.ping],
    ["star", { ...payloads.star, action: "deleted" }],
    ["issues", { ...payloads.issue, action: "labeled" }],
    ["issue_comment", { ...payloads.issueComment, action: "edited" }],
    ["pull_request", pullOf("synchronize")],
    ["discussion", { ...payloads.discussion, action: "pinned" }],
    ["discussion_comment", { ...payloads.discussionComment, action: "deleted" }],
    ["commit_comment", { action: "constructor" }],
  ])("%s with %p is not posted", (name, payload) => {
    expect(read(name, payload)).toBeUndefined();
  });

  test.each([
    ["an unknown event", "workflow_run", payloads.star],
    ["an empty event name", "", payloads.star],
    ["an event name that is a property of every object", "constructor", payloads.star],
    ["an action that is not a string", "star", { ...payloads.star, action: 1 }],
    ["a missing action", "issues", { ...payloads.issue, action: undefined }],
    ["an empty body", "push", ""],
    ["invalid JSON", "push", "{"],
    ["null", "ping", "null"],
    ["a list", "push", "[]"],
    ["a missing field", "push", { ...payloads.push, commits: undefined }],
    ["a field of another type", "issues", issueOf({ number: "1" })],
    ["the payload of another event", "fork", payloads.star],
    ["a form without a value", "push", "payload"],
    ["a form without JSON", "push", "payload=nothing"],
    ["deeply nested brackets", "push", "[".repeat(500_000)],
  ])("%s cannot be read", (_, name, payload) => {
    expect(read(name, payload)).toBe(unreadable);
  });

  test("invalid UTF-8 cannot be read", () => {
    expect(readEvent("ping", Uint8Array.from([0x7b, 0xff, 0x7d]))).toBe(unreadable);
  });

  test("JSON in a form is read like plain JSON", () => {
    const form = `payload=${encodeURIComponent(JSON.stringify(payloads.star))}`;
    expect(read("star", form)).toEqual(read("star", payloads.star));
  });

  test("a long body is cut between characters", () => {
    const bodyOf = (body: string) => described("issues", issueOf({ body }))?.split("\n")[1];
    expect(bodyOf("🦦".repeat(450))).toBe("🦦".repeat(450));
    expect(bodyOf("🦦".repeat(451))).toBe(`${"🦦".repeat(450)}...`);
  });

  test("as many commits as fit are listed, each with the first line of its message", () => {
    const lines = (...messages: string[]) =>
      described("push", pushOf(...messages))
        ?.split("\n")
        .slice(1);
    expect(lines("x".repeat(50))?.[0]).toEndWith(` ${"x".repeat(50)} - The Octocat`);
    expect(lines(`${"x".repeat(51)}\nMore.`)?.[0]).toEndWith(` ${"x".repeat(50)}... - The Octocat`);
    const shown = lines(...Array.from({ length: 100 }, () => "Another commit"));
    expect(shown?.length).toBe(7);
    expect(shown?.join("\n").length).toBeLessThanOrEqual(1_000);
  });

  test("a title cannot end its link or its line", () => {
    const description = described("issues", issueOf({ title: "a](https://evil.example)\n# \\ [b" }));
    expect(description).toContain("#1 a\\](https://evil.example) # \\\\ \\[b](");
  });

  test("a URL or a branch name cannot end its link", () => {
    const ref = "refs/heads/feat](https://evil.example)";
    const [odd, commits] = [
      `${home}/compare/a...feat(b)`,
      [{ ...commitOf("One"), url: `${home}/commit/(1)` }],
    ];
    const description = described("push", { ...payloads.push, ref, compare: odd, commits });
    expect(description).toStartWith(
      `#### [[octocat/hello-world:feat\\](https://evil.example)] 1 new commit](${home}/compare/a...feat%28b%29)\n`,
    );
    expect(description).toContain(`](${home}/commit/%281%29) One`);
    const forced = described("push", { ...payloads.forcedPush, compare: odd });
    expect(forced).toEndWith(`[Compare changes](${home}/compare/a...feat%28b%29)`);
  });

  test("characters that cannot be stored are removed", () => {
    expect(described("issues", issueOf({ title: "a\u0000b\ud800c" }))).toContain("#1 ab\ufffdc]");
  });
});
