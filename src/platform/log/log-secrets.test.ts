import { expect, test } from "bun:test";
import pino from "pino";
import { logOptions } from "./log.ts";
import { hideSecrets } from "./log-secrets.ts";

test.each([
  ["http://127.0.0.1:7880/rtc/validate?access_token=abc", "http://127.0.0.1:7880"],
  ['dial "wss://voice.example.org/rtc?access_token=a.b" failed', 'dial "wss://voice.example.org" failed'],
  ["https://push.example.org/send/a-capability.", "https://push.example.org"],
  ["redis://user:secret@cache:6379/0 is absent", "redis://cache:6379 is absent"],
  ["postgresql://ermine:secret@db/ermine?sslmode=require", "postgresql://db"],
  [
    "GET /rtc?auto_subscribe=1&access_token=abc&sdk=js",
    "GET /rtc?auto_subscribe=1&access_token=[hidden]&sdk=js",
  ],
  ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln expired", "token [hidden] expired"],
  ["no secret, and no address: 12:30", "no secret, and no address: 12:30"],
])("%s", (text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
});

test("an error that holds an address shows its host only, also in its fields and causes", async () => {
  const lines: string[] = [];
  const log = pino(logOptions("info"), { write: (line) => lines.push(line) });
  const address = "http://127.0.0.1:1/rtc/validate?access_token=a-token-of-a-call";
  const thrown = await fetch(address).catch((error: unknown) => error);
  // Otherwise this test would show nothing.
  expect(Bun.inspect(thrown)).toContain("a-token-of-a-call");
  log.warn({ err: thrown }, "did not answer");
  log.warn({ err: new Error("no answer", { cause: thrown }) }, "did not answer");
  log.warn({ err: Object.assign(new Error(`GET ${address}`), { url: new URL(address) }) }, "did not answer");
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).not.toContain("a-token-of-a-call");
  expect(lines[0]).toContain("http://127.0.0.1:1");
});
