import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { AccessToken } from "livekit-server-sdk";
import { ownKey } from "../../src/platform/voice/livekit/livekit-config.ts";
import { logIn, type Person } from "../support/accounts/people.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import type { TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";
import { describeVoice, openServerWithOwnLiveKit } from "../support/voice/livekit.ts";
import { requestJoin } from "../support/voice/voice-client.ts";
import { openVoiceFixture, type VoiceFixture } from "./fixture.ts";

setDefaultTimeout(60_000);

const upgrade = {
  upgrade: "websocket",
  connection: "upgrade",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Tries to connect to a call; returns the refusal. */
async function refusal({ url }: TestServer, token: string, headers = {}): Promise<[number, string]> {
  const address = `${url}/livekit/rtc?access_token=${token}`;
  const response = await fetch(address, { headers: { ...upgrade, ...headers } });
  return [response.status, await response.text()];
}

/** Connects to a call as a client does, until LiveKit has sent its first message. */
async function connects({ url }: TestServer, token: string): Promise<boolean> {
  const query = `access_token=${token}&protocol=15&auto_subscribe=1`;
  const socket = new WebSocket(`${url.replace("http", "ws")}/livekit/rtc?${query}`);
  const isAccepted = await new Promise<boolean>((resolve) => {
    socket.onmessage = () => resolve(true);
    socket.onclose = () => resolve(false);
  });
  socket.close();
  return isAccepted;
}

/** A token such as LiveKit gives the clients in a call, to connect again. */
async function newLongToken({ running }: TestServer, channel: string, { id }: Person): Promise<string> {
  const token = new AccessToken(ownKey, running.services.secrets.liveKit, { identity: id, ttl: 600 });
  token.addGrant({ roomJoin: true, room: channel });
  return await token.toJwt();
}

const notAllowed = [401, "You may not join this call"];

describeVoice("the relay to the LiveKit that the server runs", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServerWithOwnLiveKit();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  type Loss = (fixture: VoiceFixture) => Promise<unknown>;
  const losses: [string, Loss][] = [
    [
      "ban",
      ({ community, member, owner }) => call("put", `/servers/${community.id}/bans/${member.id}`, owner),
    ],
    [
      "kick",
      ({ community, member, owner }) =>
        call("delete", `/servers/${community.id}/members/${member.id}`, owner),
    ],
    [
      "lost permission",
      ({ channel, owner }) =>
        call("put", `/channels/${channel}/permissions/default`, owner, {
          permissions: { allow: 0, deny: 2 ** 30 },
        }),
    ],
    ["channel that is gone", ({ channel, owner }) => call("delete", `/channels/${channel}`, owner)],
  ];
  const call = async (method: "put" | "delete" | "post", path: string, by: Person, body = {}) => {
    const { status } = await server.client[method](path, body, by);
    expect(status).toBeLessThan(300);
  };

  test.each(losses)("refuses a token from before a %s, and says why", async (_, lose) => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, watcher } = fixture;
    const { token } = await requestJoin(server, { by: member, channel });
    const long = await newLongToken(server, channel, member);
    expect(await connects(server, await newLongToken(server, channel, watcher))).toBe(true);
    await lose(fixture);
    for (const old of [token, long]) {
      expect(await refusal(server, old)).toEqual(notAllowed as [number, string]);
      const reason = await fetch(`${server.url}/livekit/rtc/validate?access_token=${old}`);
      expect([reason.status, await reason.text()]).toEqual(notAllowed as [number, string]);
      expect(await connects(server, old)).toBe(false);
    }
  });

  test("refuses the tokens of a session that has ended, before, during and after the call", async () => {
    // LiveKit logs it if a client is thrown out while it still opens its channels.
    allowLoggedErrors(/Failed to accept data channel/);
    await using fixture = await openVoiceFixture(server);
    const { channel } = fixture;
    const other = await logIn(server, fixture.member.email);
    const { token } = await requestJoin(server, { by: other, channel });
    await call("post", "/auth/session/logout", other);
    expect(await refusal(server, token)).toEqual(notAllowed as [number, string]);

    const third = await logIn(server, fixture.member.email);
    await using client = await fixture.join(third);
    await fixture.stream.next("VoiceChannelJoin");
    const long = await newLongToken(server, channel, fixture.member);
    await call("post", "/auth/session/logout", third);
    expect(await refusal(server, long)).toEqual(notAllowed as [number, string]);
    await until(() => client.disconnected);
    await fixture.stream.next("VoiceChannelLeave");
    expect(await refusal(server, long)).toEqual(notAllowed as [number, string]);
    // Another session of the same person may.
    const { token: fresh } = await requestJoin(server, { by: fixture.member, channel });
    expect(await connects(server, fresh)).toBe(true);
  });

  test("refuses a token that is not its own", async () => {
    await using fixture = await openVoiceFixture(server);
    const forged = new AccessToken(ownKey, "another secret of thirty-two bytes", {
      identity: fixture.owner.id,
    });
    forged.addGrant({ roomJoin: true, room: fixture.channel });
    expect(await refusal(server, await forged.toJwt())).toEqual([401, "The token is not valid"]);
  });
});

describeVoice("the limits of the relay", () => {
  /** Enough calls to wait for LiveKit. */
  const ratelimits = {
    enabled: true,
    any: 1_000_000,
    auth: 1_000,
    servers: 1_000,
    total: 0,
    total_address: 0,
  };
  async function openLimited(limits: object) {
    const server = await openServerWithOwnLiveKit({
      config: { voice: limits, ratelimits, trusted_proxies: ["127.0.0.1"] },
    });
    return server;
  }
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("count the attempts of an address, and refuse more", async () => {
    await using server = await openLimited({ connects_by_address: 3 });
    const attempts = await Promise.all(
      Array.from({ length: 10 }, () => refusal(server, "x", from("192.0.2.1"))),
    );
    expect(attempts.map(([status]) => status).toSorted()).toEqual([401, 401, 401, ...Array(7).fill(429)]);
    expect((await refusal(server, "x", from("192.0.2.2")))[0]).toBe(401);
    const [, beyond] = await refusal(server, "x", from("192.0.2.1"));
    expect(beyond).toBe("Too many connections to calls");
  });

  test("count the attempts of a user from everywhere", async () => {
    await using server = await openLimited({ connects_by_user: 2 });
    await using fixture = await openVoiceFixture(server);
    const { member, owner, channel } = fixture;
    const token = await newLongToken(server, channel, member);
    expect(await connects(server, token)).toBe(true);
    expect(await connects(server, token)).toBe(true);
    expect((await refusal(server, token, from("192.0.2.3")))[0]).toBe(429);
    expect(await connects(server, await newLongToken(server, channel, owner))).toBe(true);
  });
});
