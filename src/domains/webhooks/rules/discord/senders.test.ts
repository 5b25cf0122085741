import { describe, expect, test } from "bun:test";
import { discordSenders } from "../../../../../test/support/webhooks/senders-discord.ts";
import type { MessageDraft } from "../../../messages/index.ts";
import { fitDraft } from "../foreign/translation.ts";
import { translateDiscord } from "./payload.ts";

const drafts: Readonly<Record<string, MessageDraft>> = {
  grafana: {
    content: "**Firing**\n\nValue: A=92.1\nLabels:\n - alertname = DiskFull\n - instance = db1",
    embeds: [
      {
        title: "[FIRING:1] DiskFull (db1)",
        url: "https://grafana.example.org/alerting/list",
        colour: "#d63232",
        description: "Grafana v11.4.0",
      },
      {
        title: "DiskFull",
        colour: "#d63232",
        media: "a-file",
      },
    ],
    masquerade: {
      name: "Grafana",
      avatar: "https://grafana.example.org/public/img/logo.png",
    },
  },
  "uptime kuma": {
    embeds: [
      {
        title: "❌ Your service Website went down. ❌",
        colour: "#ff0000",
        description:
          "**Service Name:** Website\n**Service URL:** https://www.example.org/\n**Went Offline:** <t:1709296205:F>\n**Time (Europe/Berlin):** 2024-03-01 13:30:05\n**Error:** connect ECONNREFUSED 192.0.2.1:443\n<t:1709296205:f>",
      },
    ],
    masquerade: {
      name: "Uptime Kuma",
    },
  },
  sonarr: {
    content: "[image](https://artworks.example.org/fanart/1.jpg)",
    embeds: [
      {
        title: "The Expedition - 2x03 - North",
        url: "http://thetvdb.com/?tab=series&id=121361",
        icon_url: "https://raw.example.org/Sonarr/Logo/256.png",
        colour: "#27c24c",
        description:
          "**Sonarr**\n**Overview:** They go north.\n**Rating:** 7.9\n**Genres:** Drama, Adventure\n**Quality:** WEBDL-1080p\n**Release**\n```\nThe.Expedition.S02E03.1080p\n```\n<t:1704485730:f>",
      },
    ],
    masquerade: {
      name: "Sonarr",
      avatar: "https://raw.example.org/Sonarr/Logo/256.png",
    },
  },
  gitlab: {
    embeds: [
      {
        title: "ada pushed to branch main",
        icon_url: "https://gitlab.example.org/uploads/-/system/user/avatar/7/avatar.png",
        colour: "#334455",
        description:
          "ada pushed to branch [main](https://gitlab.example.org/g/p/commits/main) of [g / p](https://gitlab.example.org/g/p) ([Compare changes](https://gitlab.example.org/g/p/compare/a...b))\n[1a2b3c4d](https://gitlab.example.org/g/p/-/commit/1a2b3c4d): Fix the lock - Ada\n<t:1709193600:f>",
      },
    ],
  },
  sentry: {
    content: "[Open](https://sentry.example.org/issues/4242)",
    embeds: [
      {
        title: "ZeroDivisionError",
        url: "https://sentry.example.org/organizations/acme/issues/4242/?referrer=discord",
        colour: "#e13e28",
        description:
          "division by zero\n**environment:** production\n**release:** 1.2.3\nACME-2B via Send a notification for high priority issues • <t:1714979289:f>",
      },
    ],
  },
  jenkins: {
    embeds: [
      {
        title: "app » main #128",
        url: "https://ci.example.org/job/app/job/main/128/",
        colour: "#ff0000",
        description:
          "**Build:** [128](https://ci.example.org/job/app/job/main/128/)\n**Status:** [failure](https://ci.example.org/job/app/job/main/128/)\n**Changes:**\n\n   - `1f2e3d` *Raise the limit - ada*\nJenkins v2.440, Discord Notifier v1.0",
      },
    ],
    masquerade: {
      name: "Jenkins",
      avatar: "https://get.example.org/jenkins.png",
    },
  },
  "home assistant": {
    content:
      "Motion at the **front door** <t:1700000000:R>\n[image](https://home.example.org/local/front.jpg)",
    embeds: [
      {
        title: "Front door",
        url: "https://home.example.org/lovelace/cameras",
        icon_url: "https://home.example.org/icon.png",
        colour: "#030ac3",
        description:
          "**[Home Assistant](https://home.example.org)**\nSeen by the camera\n**Battery:** 87\nHome",
      },
    ],
  },
  alertmanager: {
    content: "@online",
    embeds: [
      {
        title: "[FIRING:2] InstanceDown (prometheus critical)",
        colour: "#992d22",
        description:
          "Alerts Firing:\nLabels:\n - alertname = InstanceDown\n - instance = web1:9100\nAnnotations:\n - summary = web1 is down\nSource: http://prometheus.example.org/graph?g0.expr=up+%3D%3D+0&g0.tab=1",
      },
    ],
    masquerade: {
      name: "Alertmanager",
    },
  },
  github: {
    embeds: [
      {
        title: "[acme/app] Issue opened: #17 The door squeaks",
        url: "https://github.com/acme/app/issues/17",
        icon_url: "https://avatars.githubusercontent.com/u/7?v=4",
        colour: "#eb6420",
        description: "**[ada](https://github.com/ada)**\nWhenever it is opened.",
      },
    ],
    masquerade: {
      name: "GitHub",
    },
  },
  "a release action": {
    content: "@unknown-role #unknown has news :party:",
    embeds: [
      {
        title: "v2.0.0",
        url: "https://example.org/releases/v2.0.0",
        colour: "#3498db",
        description:
          "# What's changed\n* Doors by @ada\n\nmade by hand\n\n```sh\necho '<@&1122334455667788990> @here'\n```",
      },
    ],
    masquerade: {
      name: "A very long name that Discord t…",
    },
    flags: 1,
  },
  "proxmox and other scripts": {
    content: "backup of `vm-100` finished: \\@everyone look",
  },
  "watchtower and other Go programs": {
    embeds: [
      {
        colour: "#4a4a4a",
        description: "Found new image (sha256:1a2b)\nStopping /nginx\nINFO • <t:1717200000:f>",
      },
      {
        description: "Container restarted",
      },
    ],
    masquerade: {
      name: "Shoutrrr",
    },
  },
  "a message of components": {
    content:
      "## New version\nIt is out <t:1700000000:f>.\n[A picture](https://example.org/a.png)\nSee what is new\n[Notes](https://example.org/notes)",
  },
};

describe("drafts from Discord payloads", () => {
  test("every sender has a row", () => {
    expect(Object.keys(drafts)).toEqual(Object.keys(discordSenders));
  });

  test.each(Object.entries(discordSenders))("of %s", (name, payload) => {
    const files = new Map([["image0.png", "a-file"]]);
    const draft = fitDraft(translateDiscord(payload), { text: 2000, embeds: 5 }, files);
    expect(draft).toEqual(drafts[name] ?? {});
  });
});
