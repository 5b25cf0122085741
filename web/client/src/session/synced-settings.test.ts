import { afterAll, expect, test } from "bun:test";
import { Api } from "./api.ts";
import { Client } from "./client.ts";
import { createSyncedSettings } from "./synced-settings.ts";

/** Requests that wait for their answer, by what they write. */
const waiting = new Map<string, (answer: Response) => void>();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { theme } = await request.json();
    return new Promise<Response>((resolve) => waiting.set(theme, resolve));
  },
});
afterAll(() => server.stop(true));

function settingsOf(settings: Record<string, readonly [number, string]> = {}) {
  const client = new Client({
    api: new Api({ url: server.url.origin, token: "secret" }),
    account: { sessionId: "", userId: "" },
    send: () => {},
    addresses: { api: "", files: "", proxied: () => undefined },
    mutes: { isMuted: () => false, isChannelMuted: () => false },
  });
  client.receive({ type: "Ready", user_settings: settings });
  const synced = createSyncedSettings(client);
  return { client, theme: () => synced.read("theme"), write: (text: string) => synced.write("theme", text) };
}

/** Lets the server answer a write, once it is there. */
async function answer(text: string, isAccepted: boolean): Promise<void> {
  while (!waiting.has(text)) await Bun.sleep(1);
  const reply = isAccepted ? Response.json({}) : Response.json({ type: "FailedValidation" }, { status: 400 });
  waiting.get(text)?.(reply);
  waiting.delete(text);
}

const outcome = (write: Promise<void>) =>
  write.then(
    () => "written",
    () => "refused",
  );

test("a write is shown at once, and taken back when it is refused", async () => {
  const { theme, write } = settingsOf({ theme: [1, "light"] });
  const written = outcome(write("dark"));
  expect(theme()).toBe("dark");
  await answer("dark", false);
  expect([await written, theme()]).toEqual(["refused", "light"]);
});

test("the first write of a key leaves nothing when it is refused", async () => {
  const { theme, write } = settingsOf();
  const written = outcome(write("dark"));
  await answer("dark", false);
  expect([await written, theme()]).toEqual(["refused", undefined]);
});

test.each([
  ["both, in their order", ["first", "second"], [false, false], "light"],
  ["both, the later one first", ["second", "first"], [false, false], "light"],
  ["the later one, after the other was written", ["first", "second"], [true, false], "first"],
  ["the later one, before the other is written", ["second", "first"], [false, true], "first"],
  ["the earlier one", ["first", "second"], [false, true], "second"],
])("of two writes that are under way: refused is %s", async (_, order, accepted, shown) => {
  const { theme, write } = settingsOf({ theme: [1, "light"] });
  const writes = ["first", "second"].map((text) => outcome(write(text)));
  for (const [at, text] of order.entries()) {
    await answer(text, accepted[at] ?? false);
    await writes[["first", "second"].indexOf(text)];
  }
  expect(theme()).toBe(shown);
});

test("what another device wrote meanwhile stays", async () => {
  const { client, theme, write } = settingsOf({ theme: [1, "light"] });
  const written = outcome(write("dark"));
  const update = { theme: [Date.now() + 60_000, "system"] as const };
  client.receive({ type: "UserSettingsUpdate", id: "", update });
  const later = outcome(write("contrast"));
  await answer("dark", false);
  await answer("contrast", false);
  expect([await written, await later, theme()]).toEqual(["refused", "refused", "system"]);
});
