import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { type Browser, chromium, type Page } from "playwright-core";
import { findTurnProblem } from "../../../src/platform/voice/livekit/doctor-turn.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { callFlags, chromiumProgram } from "../../support/browser/browser.ts";
import { freePorts } from "../../support/processes/free-ports.ts";
import { mainFile, startErmine } from "../../support/processes/program.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { until } from "../../support/until.ts";
import { newVoiceChannel } from "../../support/voice/calls.ts";
import { openServerWithOwnLiveKit, toVariables } from "../../support/voice/livekit.ts";
import { requestJoin, VoiceClient } from "../../support/voice/voice-client.ts";
import { clientSpace, serverAddress, setFirewall, turnDomain } from "./network.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-firewall-"));
const [port = 0] = freePorts(1);
let server: TestServer;
let browser: Browser;
let owner: Person;
let community: Community;
let channel: string;
let partner: VoiceClient;

beforeAll(async () => {
  const [cert_file, key_file] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await $`openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${turnDomain} -addext subjectAltName=DNS:${turnDomain} -keyout ${key_file} -out ${cert_file}`.quiet();
  server = await openServerWithOwnLiveKit({
    config: {
      host: "0.0.0.0",
      port,
      public_url: `http://${serverAddress}:${port}`,
      voice: { turn: { domain: turnDomain, port: 443, cert_file, key_file } },
    },
  });
  owner = await newUser(server, "Ann");
  community = await newCommunity(server, owner);
  channel = await newVoiceChannel(server, { serverId: community.id, by: owner });
  partner = await VoiceClient.join(server, { by: owner, channel });
  await partner.playTone();

  if (!chromiumProgram) throw new Error("there is no Chromium");
  const program = join(folder, "chromium");
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${clientSpace} ${chromiumProgram.path} "$@"\n`);
  chmodSync(program, 0o755);
  browser = await chromium.launch({
    executablePath: program,
    args: [
      "--no-sandbox",
      // The certificate of the proof is its own.
      "--ignore-certificate-errors",
      // The page has no address, so that the browser takes that of the server for another, private network.
      "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
      ...callFlags(),
    ],
    env: { ...process.env, ...chromiumProgram.env },
  });
});

afterAll(async () => {
  await browser?.close();
  await partner?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const scripts: Record<string, string> = {
  "/page.js": join(import.meta.dir, "../../support/voice/voice-page.js"),
  "/livekit-client.js": Bun.resolveSync("livekit-client", import.meta.dir),
};

/** A page that no network has to carry, of an origin that may use the microphone. */
async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.route("http://localhost/**", (route) => {
    const path = scripts[new URL(route.request().url()).pathname];
    if (path) return route.fulfill({ path, contentType: "text/javascript" });
    const body = '<!doctype html><script type="module" src="/page.js"></script>';
    return route.fulfill({ body, contentType: "text/html" });
  });
  await page.goto("http://localhost/");
  return page;
}

const call = <T>(page: Page, name: string, ...args: readonly string[]) =>
  page.evaluate<T>(`participant.${name}(...${JSON.stringify(args)})`);

const signalling = `tcp dport ${port} accept`;

test.each([
  ["everything", "accept", { protocol: "udp" }],
  ["TCP, but not port 443,", "tcp dport != 443 accept", { protocol: "tcp" }],
  ["the website and TLS on port 443", `${signalling}; tcp dport 443 accept`, { relayProtocol: "tls" }],
])("a network that lets %s through carries a call", async (_, rule, path) => {
  await setFirewall(rule);
  const page = await openPage();
  const person = await newMember(server, community);
  const { url, token } = await requestJoin(server, { by: person, channel });
  await call(page, "join", url, token);
  await call(page, "openMicrophone");
  await until(async () => (await call<number>(page, "loudness", owner.id)) > 0.01);
  await until(() => (partner.heard.get(person.id) ?? 0) > 100);
  expect(await call(page, "path")).toMatchObject(path);
  await call(page, "leave");
  await page.close();
});

test("the doctor finds the TURN server, and trusts no certificate of its own", async () => {
  expect(await findTurnProblem(turnDomain, { ca: readFileSync(join(folder, "cert.pem"), "utf8") })).toBe(
    undefined,
  );
  expect(await findTurnProblem(turnDomain)).toContain("self");
});

/** What the command that the server prints for other machines says on one behind the firewall: states by check. */
async function examineFromOutside(): Promise<string[]> {
  const { nodes, ...voice } = server.running.services.config.voice;
  const variables = {
    ERMINE_PORT: String(port),
    ERMINE_PUBLIC_URL: server.running.services.config.public_url,
    ...toVariables(voice),
  };
  const { stdout } = await startErmine(server.home, ["doctor", "voice", "--from-outside"], variables);
  const [, ...words] = stdout.trim().split(" ");
  const command = ["ip", "netns", "exec", clientSpace, process.execPath, mainFile, ...words, "--json"];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "cert.pem") };
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "ignore" });
  const rows = (await new Response(child.stdout).json()) as { state: string; check: string }[];
  return [...rows.map(({ state, check }) => `${check}: ${state}`), `exit code ${await child.exited}`];
}

test.each([
  ["everything", "accept", ["ok", "ok", "ok", 0]],
  ["everything but UDP", "meta l4proto != udp accept", ["warning", "ok", "ok", 0]],
  ["TCP, but not port 443,", "tcp dport != 443 accept", ["warning", "ok", "warning", 0]],
  ["the website and TLS on port 443", `${signalling}; tcp dport 443 accept`, ["warning", "warning", "ok", 0]],
  ["only the website", signalling, ["failure", "failure", "failure", 1]],
])("behind a network that lets %s through, the doctor says so", async (_, rule, [udp, tcp, turn, code]) => {
  await setFirewall(rule);
  expect(await examineFromOutside()).toEqual([
    "signalling: ok",
    `UDP: ${udp}`,
    `TCP: ${tcp}`,
    `TURN over TLS: ${turn}`,
    `exit code ${code}`,
  ]);
});

test("behind a network that lets nothing through, the doctor says so", async () => {
  await setFirewall("");
  expect(await examineFromOutside()).toEqual(["signalling: failure", "exit code 1"]);
});

test("a network that lets only the website through carries no call", async () => {
  await setFirewall(signalling);
  const page = await openPage();
  const person = await newMember(server, community);
  const { url, token } = await requestJoin(server, { by: person, channel });
  const joined = call(page, "join", url, token).then(
    () => "joined",
    () => "refused",
  );
  expect(await joined).toBe("refused");
  await page.close();
});
