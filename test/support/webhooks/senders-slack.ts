/** Bodies that programs post to Slack, as their public documentation and sources describe them. */
export const slackSenders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a script": {
    text: "Danny *Torrence* left a _1 star_ ~rating~ of <https://example.org/p?a=1&amp;b=2|the hotel>",
    channel: "#general",
  },
  alertmanager: {
    channel: "#alerts",
    username: "Alertmanager",
    attachments: [
      {
        title: "[FIRING:1] InstanceDown (web1 critical)",
        title_link: "http://alertmanager.example.org/#/alerts?receiver=slack",
        text: "<!channel> web1 &lt;down&gt; for more than *5 minutes*",
        fallback: "[FIRING:1] InstanceDown | http://alertmanager.example.org",
        callback_id: "",
        footer: "",
        color: "danger",
        mrkdwn_in: ["fallback", "pretext", "text"],
      },
    ],
  },
  grafana: {
    channel: "#ops",
    text: "[FIRING:1] DiskFull",
    username: "Grafana",
    icon_emoji: ":chart:",
    icon_url: "https://grafana.example.org/logo.png",
    attachments: [
      {
        title: "[FIRING:1] DiskFull",
        title_link: "https://grafana.example.org/alerting/list",
        text: "**Firing**\n\nLabels:\n - instance = db1\n",
        fallback: "[FIRING:1] DiskFull",
        image_url: "https://grafana.example.org/render/1.png",
        footer: "Grafana v11.4.0",
        footer_icon: "https://grafana.com/static/assets/img/fav32.png",
        color: "#D63232",
        ts: 1709296205,
        mrkdwn_in: ["pretext"],
      },
    ],
  },
  "uptime kuma": {
    text: "[Website] [🔴 Down] timeout of 48000ms exceeded",
    channel: null,
    username: "Uptime Kuma",
    icon_emoji: ":robot_face:",
    attachments: [
      {
        color: "#e01e5a",
        blocks: [
          {
            type: "header",
            text: { type: "plain_text", text: "Uptime Kuma Alert" },
          },
          {
            type: "section",
            fields: [
              { type: "mrkdwn", text: "*Message*\n[Website] [🔴 Down] timeout" },
              { type: "mrkdwn", text: "*Time (UTC)*\n2024-03-01 12:30:05" },
            ],
          },
          {
            type: "actions",
            elements: [
              {
                type: "button",
                text: { type: "plain_text", text: "Visit Uptime Kuma" },
                value: "Uptime-Kuma",
                url: "https://kuma.example.org/dashboard/1",
              },
              {
                type: "button",
                text: { type: "plain_text", text: "Acknowledge" },
                value: "ack",
              },
            ],
          },
        ],
      },
    ],
  },
  gitlab: {
    username: "GitLab",
    icon_url: "https://gitlab.example.org/logo.png",
    attachments: [
      {
        fallback: "Ada pushed to branch <https://gitlab.example.org/g/p/commits/main|main>",
        pretext:
          "Ada pushed to branch <https://gitlab.example.org/g/p/commits/main|main> of <https://gitlab.example.org/g/p|g / p> (<https://gitlab.example.org/g/p/compare/a...b|Compare changes>)",
        text: "<https://gitlab.example.org/g/p/-/commit/1a2b|1a2b3c4d>: Fix the lock\n\n- Ada",
        color: "#345",
      },
    ],
  },
  jenkins: {
    channel: "builds",
    attachments: [
      {
        fallback: "app #128 Failure",
        color: "danger",
        text: "app - #128 Failure after 2 min (<https://ci.example.org/job/app/128/|Open>)",
        mrkdwn_in: ["pretext", "text", "fields"],
        fields: [
          { title: "Failed tests", value: "3", short: true },
          { title: "Log", value: "```Error: no such door\n  at 3:7```", short: false },
        ],
      },
    ],
  },
  sentry: {
    text: "[acme] ZeroDivisionError: division by zero",
    blocks: [
      {
        type: "section",
        block_id: '{"issue":4242}',
        text: {
          type: "mrkdwn",
          text: ":red_circle: <https://sentry.example.org/issues/4242/?referrer=slack|*ZeroDivisionError*>",
        },
      },
      {
        type: "section",
        text: { type: "mrkdwn", text: "```division by zero```" },
      },
      {
        type: "context",
        elements: [{ type: "mrkdwn", text: "State: *New*   First Seen: *just now*" }],
      },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            action_id: "resolve_dialog",
            text: { type: "plain_text", text: "Resolve" },
            value: "resolve_dialog",
          },
          {
            type: "static_select",
            action_id: "assign",
            placeholder: { type: "plain_text", text: "Select Assignee..." },
          },
        ],
      },
      {
        type: "context",
        elements: [
          {
            type: "mrkdwn",
            text: "Project: <https://sentry.example.org/p/acme|acme>    Short ID: ACME-2B",
          },
        ],
      },
    ],
  },
  github: {
    text: "",
    attachments: [
      {
        color: "36a64f",
        fallback: "[acme/app] Issue opened by ada",
        pretext: "Issue opened by <https://github.com/ada|ada>",
        author_name: "ada",
        author_link: "https://github.com/ada",
        author_icon: "https://avatars.githubusercontent.com/u/7?v=4",
        title: "#17 The door &amp; its hinge",
        title_link: "https://github.com/acme/app/issues/17",
        text: "Whenever it is opened.\n# of doors: 2",
        fields: [
          { title: "Labels", value: "bug", short: true },
          { title: "Assignees", value: "", short: true },
        ],
        footer: "<https://github.com/acme/app|acme/app>",
        ts: "1709296205",
        actions: [{ type: "button", text: "View", url: "https://github.com/acme/app/issues/17" }],
      },
    ],
  },
  "argo cd": {
    username: "Argo CD",
    icon_emoji: ":rocket:",
    text: ":white_check_mark: Application app has been successfully synced at 2024-03-01T12:30:05Z.",
    attachments: [
      {
        title: "app",
        title_link: "https://argo.example.org/applications/app",
        color: "#18be52",
        fields: [
          { title: "Sync Status", value: "Synced", short: true },
          { title: "Repository", value: "https://git.example.org/app.git", short: true },
        ],
      },
    ],
  },
  "home assistant": {
    text: "fallback only",
    blocks: [
      {
        type: "header",
        text: { type: "plain_text", text: "Motion" },
      },
      { type: "divider" },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "<!here> at the <!date^1700000000^{date_num}|front door>, <@U024BE7LH|ada> in <#C024BE7LR|home>",
        },
        accessory: {
          type: "image",
          image_url: "https://home.example.org/front.jpg",
          alt_text: "front door",
        },
      },
      {
        type: "image",
        title: { type: "plain_text", text: "Now" },
        image_url: "https://home.example.org/now.jpg",
        alt_text: "the porch",
      },
    ],
  },
  "a workflow with rich text": {
    blocks: [
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "Deploy of " },
              {
                type: "text",
                text: "app ",
                style: { bold: true },
              },
              { type: "text", text: "by " },
              { type: "user", user_id: "U024BE7LH" },
              { type: "emoji", name: "tada" },
              { type: "text", text: " see " },
              { type: "link", url: "https://example.org/d/1", text: "the log" },
            ],
          },
          {
            type: "rich_text_list",
            style: "ordered",
            indent: 0,
            elements: [
              {
                type: "rich_text_section",
                elements: [{ type: "text", text: "build" }],
              },
              {
                type: "rich_text_section",
                elements: [
                  {
                    type: "text",
                    text: "ship",
                    style: { code: true },
                  },
                ],
              },
            ],
          },
          {
            type: "rich_text_preformatted",
            elements: [{ type: "text", text: "exit 0" }],
          },
          {
            type: "rich_text_quote",
            elements: [{ type: "text", text: "fine\nso far" }],
          },
        ],
      },
    ],
  },
};
