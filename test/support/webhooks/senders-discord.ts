/** Bodies that programs post to Discord, as their public documentation and sources describe them. */
export const discordSenders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  grafana: {
    username: "Grafana",
    avatar_url: "https://grafana.example.org/public/img/logo.png",
    content: "**Firing**\n\nValue: A=92.1\nLabels:\n - alertname = DiskFull\n - instance = db1\n",
    embeds: [
      {
        title: "[FIRING:1] DiskFull (db1)",
        type: "rich",
        color: 14037554,
        url: "https://grafana.example.org/alerting/list",
        footer: {
          text: "Grafana v11.4.0",
          icon_url: "https://grafana.com/static/assets/img/fav32.png",
        },
      },
      {
        image: { url: "attachment://image0.png" },
        title: "DiskFull",
        color: 14037554,
      },
    ],
  },
  "uptime kuma": {
    username: "Uptime Kuma",
    embeds: [
      {
        title: "❌ Your service Website went down. ❌",
        color: 16711680,
        timestamp: "2024-03-01 12:30:05.123",
        fields: [
          { name: "Service Name", value: "Website" },
          { name: "Service URL", value: "https://www.example.org/" },
          { name: "Went Offline", value: "<t:1709296205:F>" },
          { name: "Time (Europe/Berlin)", value: "2024-03-01 13:30:05" },
          { name: "Error", value: "connect ECONNREFUSED 192.0.2.1:443" },
        ],
      },
    ],
  },
  sonarr: {
    content: null,
    username: "Sonarr",
    avatar_url: "https://raw.example.org/Sonarr/Logo/256.png",
    embeds: [
      {
        description: null,
        title: "The Expedition - 2x03 - North",
        text: null,
        author: { name: "Sonarr", icon_url: "https://raw.example.org/Sonarr/Logo/256.png" },
        url: "http://thetvdb.com/?tab=series&id=121361",
        color: 2605644,
        timestamp: "2024-01-05T20:15:30Z",
        thumbnail: { url: "https://artworks.example.org/posters/1.jpg" },
        image: { url: "https://artworks.example.org/fanart/1.jpg" },
        fields: [
          { name: "Overview", value: "They go north.", inline: false },
          { name: "Rating", value: "7.9", inline: true },
          { name: "Genres", value: "Drama, Adventure", inline: true },
          { name: "Quality", value: "WEBDL-1080p", inline: true },
          { name: "​", value: "​", inline: true },
          { name: "Release", value: "```\nThe.Expedition.S02E03.1080p\n```", inline: false },
        ],
      },
    ],
  },
  gitlab: {
    embeds: [
      {
        author: {
          name: "ada pushed to branch main",
          icon_url: "https://gitlab.example.org/uploads/-/system/user/avatar/7/avatar.png",
        },
        color: 3359829,
        description:
          "ada pushed to branch [main](https://gitlab.example.org/g/p/commits/main) of [g / p](https://gitlab.example.org/g/p) ([Compare changes](https://gitlab.example.org/g/p/compare/a...b))\n[1a2b3c4d](https://gitlab.example.org/g/p/-/commit/1a2b3c4d): Fix the lock - Ada",
        timestamp: "2024-02-29T08:00:00.000Z",
      },
    ],
  },
  sentry: {
    embeds: [
      {
        title: "ZeroDivisionError",
        description: "division by zero",
        url: "https://sentry.example.org/organizations/acme/issues/4242/?referrer=discord",
        color: 14761512,
        timestamp: "2024-05-06T07:08:09.000000Z",
        fields: [
          { name: "environment", value: "production", inline: true },
          { name: "release", value: "1.2.3", inline: true },
        ],
        footer: { text: "ACME-2B via Send a notification for high priority issues" },
      },
    ],
    components: [
      {
        type: 1,
        components: [
          {
            type: 2,
            style: 2,
            custom_id: "resolve:4242",
            label: "Resolve...",
            disabled: false,
          },
          { type: 2, style: 5, url: "https://sentry.example.org/issues/4242", label: "Open" },
        ],
      },
    ],
  },
  jenkins: {
    username: "Jenkins",
    avatar_url: "https://get.example.org/jenkins.png",
    tts: false,
    embeds: [
      {
        title: "app » main #128",
        url: "https://ci.example.org/job/app/job/main/128/",
        description:
          "**Build:** [128](https://ci.example.org/job/app/job/main/128/)\n**Status:** [failure](https://ci.example.org/job/app/job/main/128/)\n**Changes:**\n\n   - `1f2e3d` *Raise the limit - ada*",
        color: 16711680,
        image: { url: "" },
        thumbnail: { url: "" },
        footer: { text: "Jenkins v2.440, Discord Notifier v1.0" },
      },
    ],
  },
  "home assistant": {
    content: "Motion at the **front door** <t:1700000000:R>",
    embeds: [
      {
        title: "Front door",
        description: "Seen by the camera",
        color: 199363,
        url: "https://home.example.org/lovelace/cameras",
        image: { url: "https://home.example.org/local/front.jpg" },
        author: {
          name: "Home Assistant",
          url: "https://home.example.org",
          icon_url: "https://home.example.org/icon.png",
        },
        footer: { text: "Home", icon_url: "" },
        fields: [{ name: "Battery", value: 87, inline: true }],
      },
    ],
  },
  alertmanager: {
    content: "@here",
    embeds: [
      {
        title: "[FIRING:2] InstanceDown (prometheus critical)",
        description:
          "\nAlerts Firing:\nLabels:\n - alertname = InstanceDown\n - instance = web1:9100\nAnnotations:\n - summary = web1 is down\nSource: http://prometheus.example.org/graph?g0.expr=up+%3D%3D+0&g0.tab=1\n",
        color: 10038562,
      },
    ],
    username: "Alertmanager",
    avatar_url: "",
  },
  github: {
    username: "GitHub",
    embeds: [
      {
        title: "[acme/app] Issue opened: #17 The door squeaks",
        url: "https://github.com/acme/app/issues/17",
        author: {
          name: "ada",
          url: "https://github.com/ada",
          icon_url: "https://avatars.githubusercontent.com/u/7?v=4",
        },
        color: 15426592,
        description: "Whenever it is opened.",
      },
    ],
  },
  "a release action": {
    content: "<@&1122334455667788990> <#998877665544332211> has news <:party:123456789012345678>",
    username: "A very long name that Discord takes but we do not",
    allowed_mentions: {
      parse: ["roles"],
    },
    flags: 4096,
    embeds: [
      {
        title: "v2.0.0",
        url: "https://example.org/releases/v2.0.0",
        description:
          "# What's changed\n* Doors by @ada\n\n-# made by hand\n\n```sh\necho '<@&1122334455667788990> @here'\n```",
        color: "3447003",
      },
    ],
  },
  "proxmox and other scripts": {
    content: "backup of `vm-100` finished: @everyone look",
    allowed_mentions: {
      parse: [],
    },
  },
  "watchtower and other Go programs": {
    content: "",
    embeds: [
      {
        description: "Found new image (sha256:1a2b)\nStopping /nginx",
        footer: { text: "INFO" },
        timestamp: "2024-06-01T00:00:00.000000000Z",
        color: 4868682,
      },
      { description: "Container restarted", color: 0 },
    ],
    username: "Shoutrrr",
  },
  "a message of components": {
    flags: 32768,
    components: [
      {
        type: 17,
        accent_color: 703487,
        components: [
          { type: 10, content: "## New version\nIt is out <t:1700000000>." },
          { type: 14, divider: true },
          {
            type: 12,
            items: [
              {
                media: { url: "https://example.org/a.png" },
                description: "A picture",
              },
            ],
          },
          {
            type: 9,
            components: [{ type: 10, content: "See what is new" }],
            accessory: { type: 2, style: 5, label: "Notes", url: "https://example.org/notes" },
          },
        ],
      },
    ],
  },
};
