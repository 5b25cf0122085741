import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createECDH } from "node:crypto";
import pino from "pino";
import { allowLoggedErrors, alsoNoted, openTestLog } from "../../../test/support/log/test-log.ts";
import { newServiceAccount, openApnsService } from "../../../test/support/push/mobile-push-services.ts";
import { openPushService } from "../../../test/support/push/push-service.ts";
import { thoroughTest } from "../../../test/support/run/thorough-test.ts";
import { minutes, seconds, TestClock } from "../../../test/support/server/test-clock.ts";
import { configWith } from "../../config/load.ts";
import { createGuardedFetch } from "../outbound/guarded-fetch/guarded-fetch.ts";
import { Apns } from "./apns/apns.ts";
import { Fcm } from "./fcm/fcm.ts";
import { GuardedPush } from "./guarded-push.ts";
import type { DeviceSubscription, PushRecipient, PushService, RenderedNotification } from "./port.ts";
import { WebPush } from "./web-push/web-push.ts";

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

interface Shown {
  readonly device: string;
  readonly author: string;
  readonly body: string;
}

interface Opened {
  readonly service: PushService;
  newDevice(): DeviceSubscription;
  /** What requests since the last call would make devices show, also if the service has not accepted them. */
  requested(): Shown[];
  respondWith(reply: Reply | "never"): void;
  cleanup(): PromiseLike<void>;
}

/** Long enough for many requests at once on a busy machine. */
const patient = 20_000;
/** For tests of a service that does not respond. */
const impatient = 500;

async function openWebPush(clock: TestClock, timeout_ms = patient): Promise<Opened> {
  const remote = await openPushService();
  const keys = createECDH("prime256v1");
  const vapid = { publicKey: keys.generateKeys("base64url"), privateKey: keys.getPrivateKey("base64url") };
  const browsers: ReturnType<typeof remote.newBrowser>[] = [];
  return {
    service: new WebPush({
      fetch: fetchFrom(remote, timeout_ms),
      clock,
      vapid,
      contact: "mailto:ann@example.com",
    }),
    newDevice() {
      const browser = remote.newBrowser();
      browsers.push(browser);
      return browser.subscription;
    },
    requested: () =>
      browsers.flatMap((browser) =>
        browser
          .notifications()
          .map(({ author, body }) => ({ device: browser.subscription.endpoint, author, body })),
      ),
    respondWith: (reply) => {
      for (const { path } of browsers) remote.respondAt(path, reply);
    },
    cleanup: () => remote[Symbol.asyncDispose](),
  };
}

async function openFcm(clock: TestClock, timeout_ms = patient): Promise<Opened> {
  const remote = await openPushService();
  const { config } = newServiceAccount(remote.origin);
  const body = JSON.stringify({ access_token: "let me in", expires_in: 3_600 });
  remote.respondAt("/token", { status: 200, body });
  const path = "/v1/projects/a-project/messages:send";
  let seen = 0;
  return {
    service: new Fcm(config, { fetch: fetchFrom(remote, timeout_ms), clock, log: openTestLog() }),
    newDevice: newPhone("fcm"),
    requested() {
      const requests = remote.requests.filter((request) => request.path === path);
      const messages = requests.slice(seen).map((request) => JSON.parse(request.body.toString()).message);
      seen = requests.length;
      return messages.map(({ token, notification }) => ({
        device: token,
        author: notification.title,
        body: notification.body,
      }));
    },
    respondWith: (reply) => remote.respondAt(path, reply),
    cleanup: () => remote[Symbol.asyncDispose](),
  };
}

async function openApns(clock: TestClock, timeout_ms = patient): Promise<Opened> {
  const remote = await openApnsService();
  const service = new Apns({ ...configWith({ push: { apn: remote.config } }).push, timeout_ms }, clock);
  let seen = 0;
  return {
    service,
    newDevice: newPhone("apn"),
    requested() {
      const requests = remote.requests.slice(seen);
      seen += requests.length;
      return requests.map(({ path, payload }) => ({
        device: path.replace("/3/device/", ""),
        author: payload.aps.alert.title,
        body: payload.aps.alert.body,
      }));
    },
    respondWith: remote.respondWith,
    cleanup: () => remote[Symbol.asyncDispose](),
  };
}

function fetchFrom({ config }: Awaited<ReturnType<typeof openPushService>>, timeout_ms: number) {
  const { outbound, public_url } = configWith(config);
  return createGuardedFetch({ public_url, outbound: { ...outbound, timeout_ms, give_up_ms: 0 } });
}

function newPhone(endpoint: "fcm" | "apn") {
  let phones = 0;
  return () => ({ endpoint, p256dh: "", auth: `device-${++phones}` });
}

const notification: RenderedNotification = {
  author: "Ann",
  icon: "https://chat.example/icon",
  body: "Grüße 🦦",
  tag: "channel",
  timestamp: 1_700_000_000,
  url: "https://chat.example/channel",
  details: { message: "x".repeat(3_000) },
  shortDetails: {},
  delivery: { ttl: 60, urgency: "high", topic: "channel", id: "message" },
};

describe.each([
  { name: "web push", carrier: "web", open: openWebPush },
  { name: "FCM", carrier: "fcm", open: openFcm },
  { name: "APNs", carrier: "apn", open: openApns },
])("push: $name", ({ carrier, open }) => {
  let clock: TestClock;
  let opened: Opened;
  let push: GuardedPush;
  let lines: string[];
  let users = 0;
  async function openWith(timeoutMs?: number) {
    clock = new TestClock();
    opened = await open(clock, timeoutMs);
    const unused: PushService = {
      originOf: () => "",
      send: () => Promise.reject(new Error("this is another service")),
    };
    const services = { web: unused, fcm: unused, apn: unused, [carrier]: opened.service };
    lines = [];
    const log = alsoNoted(pino({ level: "info" }, { write: (line: string) => void lines.push(line) }));
    push = new GuardedPush(services, { clock, log });
  }
  async function close() {
    push[Symbol.dispose]();
    await opened.cleanup();
  }
  const reopenImpatiently = async () => {
    await close();
    await openWith(impatient);
  };
  beforeEach(() => openWith());
  afterEach(close);

  function newRecipient(userId = `user-${++users}`): PushRecipient {
    return { userId, sessionId: `session-${++users}`, subscription: opened.newDevice() };
  }
  const payload = { notification, badge: 1 };
  const send = (to: PushRecipient, text = notification.body) =>
    push.send(to, { ...payload, notification: { ...notification, body: text } }, "first");
  const bodies = () => opened.requested().map(({ body }) => body);

  test("shows a notification on the device that it is for", async () => {
    const [first, second] = [newRecipient(), newRecipient()];
    expect(await send(first)).toBe("sent");
    const [shown, ...more] = opened.requested();
    expect(more).toEqual([]);
    expect(shown).toMatchObject({ author: "Ann", body: "Grüße 🦦" });
    expect(await send(second)).toBe("sent");
    expect(opened.requested()[0]?.device).not.toBe(shown?.device);
  });

  test("delivers each of many that are sent at once", async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const outcomes = await Promise.all(texts.map((text) => send(newRecipient(), text)));
    expect(new Set(outcomes)).toEqual(new Set(["sent"]));
    expect(bodies().toSorted()).toEqual(texts.toSorted());
  });

  test("cuts a text that no payload could hold", async () => {
    expect(await send(newRecipient(), "🦦".repeat(3_000))).toBe("sent");
    const [body = ""] = bodies();
    expect(body).toMatch(/^(🦦)+…$/u);
    expect(body.length).toBeGreaterThan(500);
  });

  test.each([
    [410, "gone"],
    [400, "refused"],
    [413, "refused"],
    [429, "retry"],
    [503, "retry"],
  ] as const)("a response with %i means: %s", async (status, outcome) => {
    const [ann, bob] = [newRecipient(), newRecipient()];
    opened.respondWith({ status });
    expect(await send(ann)).toBe(outcome);
    expect(lines.some((line) => /push service refused/.test(line))).toBe(outcome === "refused");
    opened.respondWith({ status: 200 });
    expect(await send(bob)).toBe("sent");
    expect(bodies()).toHaveLength(2);
  });

  test("respects Retry-After, for the device alone that got it", async () => {
    const ann = newRecipient();
    const [other, bob] = [newRecipient(ann.userId), newRecipient()];
    opened.respondWith({ status: 429, headers: { "retry-after": "120" } });
    expect(await send(ann)).toBe("retry");
    opened.respondWith({ status: 200 });
    clock.advance(seconds(110));
    expect(await send(ann)).toBe("retry");
    expect([await send(other), await send(bob)]).toEqual(["sent", "sent"]);
    expect(bodies()).toHaveLength(3);
    clock.advance(seconds(11));
    expect(await send(ann)).toBe("sent");
  });

  test("after a timeout the retry queue alone serves the user, for five minutes", async () => {
    await reopenImpatiently();
    const [ann, bob] = [newRecipient(), newRecipient()];
    opened.respondWith("never");
    expect(await send(ann)).toBe("retry");
    opened.respondWith({ status: 200 });
    opened.requested();
    expect(await send(ann)).toBe("retry");
    expect(bodies()).toEqual([]);
    expect(await send(bob)).toBe("sent");
    expect(await push.send(ann, payload, "retry")).toBe("sent");
    clock.advance(minutes(5));
    expect(await send(ann)).toBe("sent");
  });

  test("after a timeout in the retry queue the user waits there for a minute", async () => {
    await reopenImpatiently();
    const ann = newRecipient();
    opened.respondWith("never");
    expect(await push.send(ann, payload, "retry")).toBe("retry");
    opened.respondWith({ status: 200 });
    opened.requested();
    expect(await push.send(ann, payload, "retry")).toBe("retry");
    expect(bodies()).toEqual([]);
    clock.advance(minutes(1));
    expect(await push.send(ann, payload, "retry")).toBe("sent");
  });

  test("after three timeouts in a row the service gets nothing for half a minute", async () => {
    await reopenImpatiently();
    const [slow, ann] = [[newRecipient(), newRecipient(), newRecipient()], newRecipient()];
    opened.respondWith("never");
    for (const recipient of slow) expect(await send(recipient)).toBe("retry");
    opened.respondWith({ status: 200 });
    opened.requested();
    expect(await send(ann)).toBe("retry");
    expect(bodies()).toEqual([]);
    clock.advance(seconds(30));
    expect(await send(ann)).toBe("sent");
  });

  thoroughTest("a success between timeouts keeps the service open", async () => {
    await reopenImpatiently();
    const [slow, ann] = [[newRecipient(), newRecipient(), newRecipient()], newRecipient()];
    for (const recipient of slow) {
      opened.respondWith("never");
      expect(await send(recipient)).toBe("retry");
      opened.respondWith({ status: 200 });
      expect(await send(ann)).toBe("sent");
    }
  });

  test("a service that cannot be reached is an outcome", async () => {
    allowLoggedErrors(/Google granted no access token/);
    const ann = newRecipient();
    await opened.cleanup();
    expect(await send(ann)).toBe("retry");
    opened = await open(clock);
  });
});

describe("push services", () => {
  test("without a key refuse everything", async () => {
    const { push } = configWith({});
    const fetch = () => Promise.reject(new Error("nothing is sent"));
    const clock = new TestClock();
    const services = [new Fcm(push.fcm, { fetch, clock, log: openTestLog() }), new Apns(push, clock)];
    for (const service of services)
      expect(await service.send(newPhone("fcm")(), { notification, badge: 1 })).toBe("refused");
  });

  test("a badge alone reaches phones, and no browser", async () => {
    const clock = new TestClock();
    const [browsers, phones] = [await openWebPush(clock), await openApnsService()];
    const badge = { notification: undefined, badge: 3 };
    expect(await browsers.service.send(browsers.newDevice(), badge)).toBe("sent");
    expect(browsers.requested()).toEqual([]);
    using apns = new Apns(configWith({ push: { apn: phones.config } }).push, clock);
    expect(await apns.send(newPhone("apn")(), badge)).toBe("sent");
    expect(phones.requests.map(({ payload }) => payload)).toEqual([{ aps: { badge: 3 } }]);
    await browsers.cleanup();
    await phones[Symbol.asyncDispose]();
  });
});
