import { describe, expect, test } from "bun:test";
import packageFile from "../../../package.json" with { type: "json" };
import { buildInfo } from "../../../src/platform/program/build-info.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { newHome } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";

const uploads = {
  attachments: 20_000_000,
  avatars: 4_000_000,
  backgrounds: 6_000_000,
  icons: 2_500_000,
  banners: 6_000_000,
  emojis: 500_000,
};
const commonLimits = {
  message_length: 2000,
  message_attachments: 5,
  voice_quality: 16_000,
  video: true,
  video_aspect_ratio: [0.3, 2.5],
  file_upload_size_limits: uploads,
};

for (const engine of anyEngine) {
  describe(`the root route on ${engine}`, () => {
    test("describes a fresh instance", async () => {
      await using server = await openServer(engine);
      const { status, body } = await server.client.get("/");
      expect(status).toBe(200);
      const port = server.running.port;
      expect(body).toEqual({
        revolt: "0.11.5",
        features: {
          captcha: { enabled: false, key: "" },
          email: false,
          invite_only: false,
          password_login: true,
          oidc: [],
          autumn: { enabled: true, url: `http://localhost:${port}/autumn` },
          january: { enabled: true, url: `http://localhost:${port}/january` },
          livekit: {
            enabled: false,
            nodes: [],
            video: {
              camera: { resolution: [3840, 2160], frame_rate: 30, bitrate: 8_000_000 },
              screen: { resolution: [3840, 2160], frame_rate: 60, bitrate: 8_000_000 },
            },
          },
          limits: {
            global: {
              group_size: 100,
              message_embeds: 5,
              message_replies: 5,
              message_reactions: 20,
              server_emoji: 100,
              server_roles: 200,
              server_channels: 200,
              body_limit_size: 20_000_000,
              restrict_server_creation: [],
              new_user_hours: 72,
            },
            new_user: {
              ...commonLimits,
              outgoing_friend_requests: 5,
              bots: 2,
              servers: 50,
              video_resolution: [1080, 720],
            },
            default: {
              ...commonLimits,
              outgoing_friend_requests: 10,
              bots: 5,
              servers: 100,
              video_resolution: [1280, 720],
            },
          },
          legal_links: { terms_of_service: "", privacy_policy: "", guidelines: "" },
        },
        ws: `ws://localhost:${port}/ws`,
        app: `http://localhost:${port}`,
        vapid: expect.stringMatching(/^[A-Za-z0-9_-]{87}$/),
        build: {
          commit_sha: buildInfo().commit,
          commit_timestamp: expect.any(String),
          semver: packageFile.version,
          origin_url: expect.any(String),
          timestamp: expect.any(String),
        },
      });
      // Browsers require an uncompressed point on the curve.
      expect([...Buffer.from(body.vapid, "base64url")].slice(0, 1)).toEqual([4]);
    });

    test("without a public address, names the host that the client called", async () => {
      // In this spelling the server does not treat it as a name that only this machine has.
      await using server = await openServer(engine, { config: { host: "LOCALHOST" } });
      const called = async (path: string, host: string) =>
        (await fetch(`http://localhost:${server.running.port}${path}`, { headers: { host } })).json();
      expect(await called("/api", "192.0.2.5:8080")).toMatchObject({
        ws: "ws://192.0.2.5:8080/ws",
        app: "http://192.0.2.5:8080",
        features: { autumn: { url: "http://192.0.2.5:8080/autumn" } },
      });
      expect(await called("/api", "chat.local")).toMatchObject({ ws: "ws://chat.local/ws" });
      expect(await called("/.well-known/stoat", "chat.local")).toEqual({ api: "http://chat.local/api" });
      const hostile = await called("/api", "chat.local@evil");
      expect(JSON.stringify(hostile)).not.toContain("evil");
    });

    test("follows the configuration", async () => {
      await using server = await openServer(engine, {
        config: {
          public_url: "https://chat.example.org",
          app_url: "https://app.example.org",
          registration: "invite",
          captcha: { secret: "hidden-secret", site_key: "site-key" },
          smtp: { host: "127.0.0.1", port: 9 },
          legal: { terms_of_service: "https://example.org/terms" },
          limits: { global: { group_size: 7 }, new_user: { bots: 1 } },
        },
      });
      const { body } = await server.client.get("/");
      expect(body.features).toMatchObject({
        captcha: { enabled: true, key: "site-key" },
        email: true,
        invite_only: true,
        limits: { global: { group_size: 7, message_embeds: 5 }, new_user: { bots: 1 }, default: { bots: 5 } },
        legal_links: { terms_of_service: "https://example.org/terms", privacy_policy: "", guidelines: "" },
      });
      expect(body.features.autumn.url).toBe("https://chat.example.org/autumn");
      expect(body.features.january.url).toBe("https://chat.example.org/january");
      expect(body.ws).toBe("wss://chat.example.org/ws");
      expect(body.app).toBe("https://app.example.org");
      expect(JSON.stringify(body)).not.toContain("hidden-secret");
    });

    test("is public at each of its paths, and its key survives a restart", async () => {
      const home = await newHome(engine);
      const first = await openServer(engine, { home });
      const { body } = await first.client.get("", { token: "not a session" });
      for (const path of ["/", "/?", "//", "/0.8", "/0.8/"]) {
        expect((await first.client.get(path)).body).toEqual(body);
      }
      await first.stop();
      const second = await openServer(engine, { home });
      expect((await second.client.get("/")).body.vapid).toBe(body.vapid);
      await second.stop();
      home.remove();
    });
  });
}
