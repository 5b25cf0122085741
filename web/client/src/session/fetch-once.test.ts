import { expect, test } from "bun:test";
import { Api } from "./api.ts";
import { Client } from "./client.ts";
import { fetchOnce } from "./fetch-once.ts";

function counting() {
  const state = { fetched: 0, fails: false };
  const client = new Client({
    api: new Api({ url: "" }),
    account: { sessionId: "", userId: "" },
    send: () => {},
    addresses: { api: "", files: "", proxied: () => undefined },
    mutes: { isMuted: () => false, isChannelMuted: () => false },
  });
  const get = (key: string, options: { isForced?: boolean; maxAgeMs?: number } = {}) =>
    fetchOnce(client, {
      key,
      isForced: false,
      ...options,
      fetch: async () => {
        state.fetched += 1;
        if (state.fails) throw new Error("failed");
        return state.fetched;
      },
    });
  return { state, get, reconnect: () => client.receive({ type: "Ready" }) };
}

test("pages that show the same list share one request, also while it is on its way", async () => {
  const { get } = counting();
  expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual([1, 1, 2]);
  expect(await get("a")).toBe(1);
});

test("it is fetched again when it is forced, too old, or of an earlier connection", async () => {
  const { get, reconnect } = counting();
  expect(await get("a")).toBe(1);
  expect(await get("a", { isForced: true })).toBe(2);
  expect(await get("a", { maxAgeMs: 0 })).toBe(3);
  reconnect();
  expect(await get("a")).toBe(4);
});

test("a failure is not kept", async () => {
  const { state, get } = counting();
  state.fails = true;
  expect(await get("a").catch(String)).toBe("Error: failed");
  state.fails = false;
  expect(await get("a")).toBe(2);
});
