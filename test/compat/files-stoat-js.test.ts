import { describe, expect, test } from "bun:test";
import { Client } from "stoat.js";
import { newUser, password } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { makeImage } from "../support/files/make-images.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

describe.each(anyEngine.map((engine) => [engine]))("files with stoat.js on %s", (engine) => {
  test("uploads an avatar and a background, and shows them", async () => {
    await using server = await openServer(engine);
    const { email } = await newUser(server, "Painter");
    const client = new Client({
      baseURL: `${server.url}/api`,
      autoReconnect: false,
      heartbeatInterval: heartbeatSeconds,
    });
    client.configuration = await client.api.get("/");
    const session = await client.api.post("/auth/session/login", { email, password });
    if (session.result !== "Success") throw new Error(`no session: ${session.result}`);
    client.useExistingSession(session);
    client.connect();
    await until(() => client.user !== undefined);

    const picture = async () => new File([await makeImage("jpeg")], "me.jpg");
    await client.user?.edit({ avatar: await client.uploadFile("avatars", await picture()) });
    await until(() => client.user?.avatar !== undefined);
    const avatar = await fetch(client.user?.avatarURL ?? "");
    expect([avatar.status, avatar.headers.get("content-type")]).toEqual([200, "image/webp"]);

    await client.user?.edit({
      profile: { background: await client.uploadFile("backgrounds", await picture()) },
    });
    const profile = await client.user?.fetchProfile();
    const banner = await fetch(profile?.bannerURL ?? "");
    expect([banner.status, banner.headers.get("content-type")]).toEqual([200, "image/webp"]);
    client.events.disconnect();
  });
});
