import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join as joinPath } from "node:path";
import { findSession } from "../../src/domains/accounts/store/sessions.ts";
import { standardAlerts } from "../../web/client/src/preferences/alerts.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newGroup } from "../support/channels/groups.ts";
import { type Browser, openPushService, type PushService } from "../support/push/push-service.ts";
import { joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

setDefaultTimeout(60_000);

const pageScript = await Bun.file(joinPath(import.meta.dir, "../support/browser/web-push-page.js")).text();

describe.if(hasBrowser)("notifications", () => {
  let service: PushService;
  let web: WebTest;
  let ann: Person;
  let ben: Person;
  let browser: Browser;
  let page: Page;
  let conversation: string;
  let group: string;
  let place: Awaited<ReturnType<typeof newCommunity>>;

  beforeAll(async () => {
    service = await openPushService();
    web = await openWebTest({ config: service.config });
    ann = await newUser(web.server, "Ann");
    ben = await newUser(web.server, "Ben");
    await setRelationship(web.server, "Friend/Friend", [ann, ben]);
    conversation = (await openConversation(web.server, ann, ben.id)).body._id;
    group = (await newGroup(web.server, ann, [ben]))._id;
    place = await newCommunity(web.server, ann);
    await joinCommunity(web.server, place, ben);
    browser = service.newBrowser();
    page = await web.open("/login", { serviceWorkers: "allow" });
    const script = `const vendorSubscription = ${JSON.stringify(browser.subscription)};${pageScript}`;
    await page.context().addInitScript(script);
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await until(() => page.context().serviceWorkers().length > 0);
    await worker().evaluate(script);
    const account = { userId: ben.id, token: ben.token, sessionId: ben.sessionId, name: "" };
    await page.evaluate(
      (stored) => localStorage.setItem("accounts", stored),
      JSON.stringify({ accounts: [account], active: ben.id }),
    );
  }, 120_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const send = async (channel: string, content: string) => {
    const { status } = await web.server.client.post(`/channels/${channel}/messages`, { content }, ann);
    expect(status).toBe(200);
  };
  const set = async (key: string, value: object) => {
    await web.server.client.post("/sync/settings/set", { [key]: JSON.stringify(value) }, ben);
    if (key !== "ermine") return;
    // The page has received it once it has stored it for the service worker.
    const kept = `caches.match("/preferences.json").then((kept) => kept?.json())
      .then(({ coveredChannels, coveredText, ...alerts } = {}) => alerts)`;
    const expected = { ...standardAlerts, ...value };
    await until(async () => Bun.deepEquals(await page.evaluate(kept), expected));
  };
  const aroundNow = () => {
    const now = new Date();
    const minute = now.getHours() * 60 + now.getMinutes();
    return { quietHours: { from: (minute + 1380) % 1440, to: (minute + 60) % 1440 } };
  };
  interface Shown {
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    readonly silent: boolean;
    readonly path: string;
  }
  const worker = () => {
    const [found] = page.context().serviceWorkers();
    if (!found) throw new Error("there is no service worker");
    return found;
  };
  /** What the service worker, or the page, has shown since the last call, once there are this many. */
  const takeShown = async (by: Pick<Page, "evaluate">, count = 1): Promise<Shown[]> => {
    await until(async () => (await by.evaluate<number>("seen.notifications.length")) >= count);
    return await by.evaluate<Shown[]>("seen.notifications.splice(0)");
  };
  const tones = () => page.evaluate<number>("seen.tones");
  const badge = () => page.evaluate<number>("seen.badges.at(-1)");
  const open = async (path: string) => {
    await page.goto(`${web.url}${path}`);
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
  };
  /** Leaves the client for a page of this server that is not connected. */
  const goAway = async () => {
    await page.goto(`${web.url}/icon.svg`);
    await until(() => !web.server.running.services.presence.isListening(ben.id));
  };
  const subscription = async () => {
    const session = await web.server.running.store.read((db) => findSession(db, ben.sessionId));
    return JSON.parse(session?.subscription ?? "null");
  };
  const nextPush = async () => {
    await web.server.drain();
    const [payload, ...others] = browser.notifications();
    expect(others).toEqual([]);
    return payload;
  };
  /** Hands a notification to the service worker, as the vendor's push service would. */
  const deliver = async (payload: object) => {
    const session = await page.context().newCDPSession(page);
    const { promise: registrationId, resolve } = Promise.withResolvers<string>();
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
    await session.send("ServiceWorker.enable");
    const message = { origin: web.url, registrationId: await registrationId, data: JSON.stringify(payload) };
    await session.send("ServiceWorker.deliverPushMessage", message);
    await session.detach();
  };

  test("the switch subscribes with the key of the server", async () => {
    await page.goto(`${web.url}/settings/notifications`);
    const push = page.getByRole("switch", { name: "Notifications while no page is open" });
    await until(() => push.isEnabled());
    await push.press("Space");
    await until(subscription);
    expect(await subscription()).toEqual(browser.subscription);
    const options = JSON.parse(await page.evaluate<string>(`localStorage.getItem("vendor-subscription")`));
    const { body } = await web.server.client.get("/");
    expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: body.vapid });
  });

  test("a push is shown, and leads to its channel", async () => {
    await goAway();
    await send(conversation, "Are you there?");
    const payload = await nextPush();
    await deliver(payload);
    const [shown, ...others] = await takeShown(worker());
    const path = `/channel/${conversation}/${payload.message._id}`;
    expect(shown).toEqual({ title: "Ann", body: "Are you there?", tag: conversation, silent: false, path });
    expect(others).toEqual([]);

    await open("/friends");
    await worker().evaluate(`{
      const event = new ExtendableEvent("notificationclick");
      event.notification = { data: { path: "${shown?.path}" }, close() {} };
      self.dispatchEvent(event);
    }`);
    await page.waitForURL(`**${path}`);
    await page.getByText("Are you there?").first().waitFor();
  });

  test("a push is silent in quiet hours, and not shown in the channel that the user looks at", async () => {
    await open("/friends");
    await set("ermine", aroundNow());
    await goAway();
    await send(group, "Psst.");
    const inGroup = await nextPush();
    await deliver(inGroup);
    expect(await takeShown(worker())).toMatchObject([{ title: "Ann", tag: group, silent: true }]);
    await send(conversation, "Elsewhere.");
    const elsewhere = await nextPush();

    await open(`/channel/${group}`);
    await set("ermine", {});
    await deliver(inGroup);
    await deliver(elsewhere);
    expect(await takeShown(worker())).toMatchObject([{ body: "Elsewhere.", silent: false }]);
  });

  test("nothing is pushed while a page is open, which tells of messages itself, with a sound and a count", async () => {
    await open(`/channel/${conversation}`);
    await page.getByText("Elsewhere.").first().waitFor();
    await page.getByRole("link", { name: "Friends" }).click();
    await set("notifications", { channel_mutes: { [group]: {} } });
    await until(async () => !(await page.title()).startsWith("("));
    // What is muted, and what mentions nobody in a server, comes first and is passed over.
    await send(group, "Muted.");
    await send(place.channel, "For anybody.");
    await send(place.channel, `For <@${ben.id}>.`);
    await send(conversation, "For you.");
    expect(await takeShown(page, 2)).toMatchObject([
      { title: "Ann (#General, Place)", body: "For @Ben.", tag: place.channel },
      { title: "Ann", body: "For you.", tag: conversation },
    ]);
    expect(await tones()).toBe(4);
    await until(async () => (await page.title()).startsWith("(2) "));
    expect(await badge()).toBe(2);

    await page.getByRole("link", { name: /^Ann/ }).first().click();
    await page.getByText("For you.").first().waitFor();
    await until(async () => (await page.title()).startsWith("(1) "));
    expect(await badge()).toBe(1);
    await send(conversation, "In sight.");
    await send(place.channel, `Again <@${ben.id}>.`);
    expect(await takeShown(page)).toMatchObject([{ tag: place.channel }]);
    expect(await tones()).toBe(6);
    await web.server.drain();
    expect(browser.notifications()).toEqual([]);
  });

  test("quiet hours are quiet, and sounds can be off", async () => {
    await open("/friends");
    await set("ermine", aroundNow());
    await send(conversation, "Good night.");
    await until(async () => (await page.title()).startsWith("(3) "));
    await set("ermine", { sounds: false });
    await send(conversation, "Good morning.");
    expect(await takeShown(page)).toMatchObject([{ body: "Good morning." }]);
    expect(await tones()).toBe(0);
    await set("ermine", { desktop: false });
    await send(conversation, "By sound.");
    await until(async () => (await tones()) === 2);
    expect(await page.evaluate<Shown[]>("seen.notifications")).toEqual([]);
  });

  test("turning the switch off ends the subscription, on the server too", async () => {
    await page.goto(`${web.url}/settings/notifications`);
    const push = page.getByRole("switch", { name: "Notifications while no page is open" });
    await until(() => push.isEnabled());
    await push.press("Space");
    await until(async () => (await subscription()) === null);
    await until(async () => (await page.evaluate(`localStorage.getItem("vendor-subscription")`)) === null);
    await goAway();
    await send(conversation, "Nobody hears.");
    await web.server.drain();
    expect(browser.notifications()).toEqual([]);
  });
});
