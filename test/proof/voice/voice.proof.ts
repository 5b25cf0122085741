import { afterAll, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { callFlags } from "../../support/browser/browser.ts";
import { type Page, WebBrowser } from "../../support/browser/web-browser.ts";
import { hearsTheOther, joinCall } from "../../support/browser/web-call.ts";
import { buildWebClient, storeAccount } from "../../support/browser/web-client.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { freePorts } from "../../support/processes/free-ports.ts";
import { startProcess } from "../../support/processes/server-process.ts";
import { startRedis } from "../../support/redis/redis-process.ts";
import { newHome } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { until } from "../../support/until.ts";
import { newVoiceChannel } from "../../support/voice/calls.ts";
import {
  answersSignals,
  ingressOf,
  newLiveKitPorts,
  ownLiveKitConfig,
  startLiveKit,
  toVariables,
} from "../../support/voice/livekit.ts";
import { voiceNodeOn } from "../../support/voice/voice-config.ts";
import { createPeople, createPlace } from "../../voice/voice-process.ts";
import { startBalancer } from "./balancer.ts";

const build = await buildWebClient();
const browser = await WebBrowser.launch({ flags: callFlags() });
afterAll(() => browser[Symbol.asyncDispose]());

async function join(person: Person, address: string): Promise<Page> {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.addInitScript(storeAccount, person);
  await page.goto(address);
  await joinCall(page);
  return page;
}

test("a call comes back by itself after a restart of the server, which runs the voice node", async () => {
  // Clients try to continue first, and LiveKit remembers nobody.
  allowLoggedErrors(/could not restart participant/);
  await using opened = new AsyncDisposableStack();
  const home = opened.adopt(await newHome("sqlite"), (each) => each.remove());
  const [port] = freePorts(1);
  const own = toVariables(await ownLiveKitConfig());
  const start = () => startProcess(home, { ERMINE_WEB_ENABLED: "true", ERMINE_PORT: String(port), ...own });
  let server = await start();
  opened.defer(() => server[Symbol.asyncDispose]());
  await until(() => answersSignals(server.url));
  const [ann, ben] = (await createPeople({ server }, "Ann", "Ben")) as [Person, Person];
  const { id, channels } = await createPlace({ server }, ann, [ben]);
  const address = `${server.url}/server/${id}/channel/${channels[0]}`;
  const pages = [await join(ann, address), await join(ben, address)];
  for (const page of pages) await hearsTheOther(page);
  server.killGroup("SIGKILL");
  await server.exited;
  for (const page of pages) await page.getByText("Reconnecting…").waitFor();
  server = await start();
  for (const page of pages) await page.getByText("Reconnecting…").waitFor({ state: "detached" });
  for (const page of pages) await hearsTheOther(page);
  for (const page of pages) await page.context().close();
});

test("a call goes on by itself when the one of two LiveKit servers that carries it is killed", async () => {
  await using redis = await startRedis();
  const ports = [newLiveKitPorts(), newLiveKitPorts()];
  const [balancerPort = 0] = freePorts(1);
  const balancer = startBalancer(
    balancerPort,
    ports.map(({ port }) => port),
  );
  const config = { voice: { mode: "nodes", nodes: [voiceNodeOn(balancerPort)] } };
  await using server = await openServer("sqlite", { ownClient: { build }, config });
  await using opened = new AsyncDisposableStack();
  const liveKits = await Promise.all(
    ports.map((each) =>
      startLiveKit({ ...each, ingress: ingressOf(server.url), redis: `127.0.0.1:${redis.port}` }),
    ),
  );
  for (const liveKit of liveKits) opened.use(liveKit);
  const ann = await newUser(server, "Ann");
  const ben = await newUser(server, "Ben");
  const place = await newCommunity(server, ann);
  await joinCommunity(server, place, ben);
  const channel = await newVoiceChannel(server, { serverId: place.id, by: ann });
  const address = `${server.url}/server/${place.id}/channel/${channel}`;
  const pages = [await join(ann, address), await join(ben, address)] as const;
  for (const page of pages) await hearsTheOther(page);
  /** The UDP port of LiveKit from which a page gets its sound. */
  const mediaPort = (page: Page) => page.evaluate<number>("call.mediaPort()");

  // Twice, so that each of them is killed once.
  for (let round = 0; round < 2; round++) {
    const carrying = await mediaPort(pages[0]);
    const carrier = liveKits[ports.findIndex(({ udp }) => udp === carrying)];
    if (!carrier) throw new Error(`no LiveKit has port ${carrying}`);
    await carrier.kill();
    for (const page of pages) await until(async () => ![carrying, 0].includes(await mediaPort(page)));
    for (const page of pages) await hearsTheOther(page);
    await carrier.start();
  }
  for (const page of pages) await page.context().close();
  balancer.close();
});
