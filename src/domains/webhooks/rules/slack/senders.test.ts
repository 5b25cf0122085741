import { describe, expect, test } from "bun:test";
import { slackSenders } from "../../../../../test/support/webhooks/senders-slack.ts";
import type { MessageDraft } from "../../../messages/index.ts";
import { fitDraft } from "../foreign/translation.ts";
import { translateSlack } from "./payload.ts";

const drafts: Readonly<Record<string, MessageDraft>> = {
  "a script": {
    content: "Danny **Torrence** left a _1 star_ ~~rating~~ of [the hotel](https://example.org/p?a=1&b=2)",
  },
  alertmanager: {
    content: "@everyone",
    embeds: [
      {
        title: "[FIRING:1] InstanceDown (web1 critical)",
        url: "http://alertmanager.example.org/#/alerts?receiver=slack",
        colour: "#a30200",
        description: "@everyone web1 <down> for more than **5 minutes**",
      },
    ],
    masquerade: {
      name: "Alertmanager",
    },
  },
  grafana: {
    content: "[FIRING:1] DiskFull\n[image](https://grafana.example.org/render/1.png)",
    embeds: [
      {
        title: "[FIRING:1] DiskFull",
        url: "https://grafana.example.org/alerting/list",
        colour: "#d63232",
        description: "**Firing**\n\nLabels:\n - instance = db1\nGrafana v11.4.0 • <t:1709296205:f>",
      },
    ],
    masquerade: {
      name: "Grafana",
      avatar: "https://grafana.example.org/logo.png",
    },
  },
  "uptime kuma": {
    content: "[Website] [🔴 Down] timeout of 48000ms exceeded",
    embeds: [
      {
        colour: "#e01e5a",
        description:
          "### Uptime Kuma Alert\n**Message**\n[Website] [🔴 Down] timeout\n**Time (UTC)**\n2024-03-01 12:30:05\n[Visit Uptime Kuma](https://kuma.example.org/dashboard/1)",
      },
    ],
    masquerade: {
      name: "Uptime Kuma",
    },
  },
  gitlab: {
    content:
      "Ada pushed to branch [main](https://gitlab.example.org/g/p/commits/main) of [g / p](https://gitlab.example.org/g/p) ([Compare changes](https://gitlab.example.org/g/p/compare/a...b))",
    embeds: [
      {
        colour: "#345",
        description: "[1a2b3c4d](https://gitlab.example.org/g/p/-/commit/1a2b): Fix the lock\n\n- Ada",
      },
    ],
    masquerade: {
      name: "GitLab",
      avatar: "https://gitlab.example.org/logo.png",
    },
  },
  jenkins: {
    embeds: [
      {
        colour: "#a30200",
        description:
          "app - #128 Failure after 2 min ([Open](https://ci.example.org/job/app/128/))\n**Failed tests:** 3\n**Log**\n```\nError: no such door\n  at 3:7\n```",
      },
    ],
  },
  sentry: {
    content:
      ":red_circle: [**ZeroDivisionError**](https://sentry.example.org/issues/4242/?referrer=slack)\n```\ndivision by zero\n```\nState: **New**   First Seen: **just now**\nProject: [acme](https://sentry.example.org/p/acme)    Short ID: ACME-2B",
  },
  github: {
    content: "Issue opened by [ada](https://github.com/ada)",
    embeds: [
      {
        title: "#17 The door & its hinge",
        url: "https://github.com/acme/app/issues/17",
        icon_url: "https://avatars.githubusercontent.com/u/7?v=4",
        colour: "#36a64f",
        description:
          "**[ada](https://github.com/ada)**\nWhenever it is opened.\n\\# of doors: 2\n**Labels:** bug\n**Assignees**\n[View](https://github.com/acme/app/issues/17)\n[acme/app](https://github.com/acme/app) • <t:1709296205:f>",
      },
    ],
  },
  "argo cd": {
    content: ":white_check_mark: Application app has been successfully synced at 2024-03-01T12:30:05Z.",
    embeds: [
      {
        title: "app",
        url: "https://argo.example.org/applications/app",
        colour: "#18be52",
        description: "**Sync Status:** Synced\n**Repository:** https://git.example.org/app.git",
      },
    ],
    masquerade: {
      name: "Argo CD",
    },
  },
  "home assistant": {
    content:
      "### Motion\n\n---\n@online at the front door, @ada in #home\n[front door](https://home.example.org/front.jpg)\nNow\n[the porch](https://home.example.org/now.jpg)",
  },
  "a workflow with rich text": {
    content:
      "Deploy of **app** by @U024BE7LH:tada: see [the log](https://example.org/d/1)\n1. build\n2. `ship`\n```\nexit 0\n```\n> fine\n> so far",
  },
};

describe("drafts from Slack payloads", () => {
  test("every sender has a row", () => {
    expect(Object.keys(drafts)).toEqual(Object.keys(slackSenders));
  });

  test.each(Object.entries(slackSenders))("of %s", (name, payload) => {
    const files = new Map([["image0.png", "a-file"]]);
    const draft = fitDraft(translateSlack(payload), { text: 2000, embeds: 5 }, files);
    expect(draft).toEqual(drafts[name] ?? {});
  });
});
