import { expect, test } from "bun:test";
import { API } from "stoat-api";
import { makePatient, patiently } from "./patiently.ts";
import { pausedUntil } from "./pauses.ts";

function failing(...failures: unknown[]) {
  const left = [...failures];
  return async () => {
    if (left.length > 0) throw left.shift();
    return "done";
  };
}

async function waitsOf(request: () => Promise<string>) {
  const waits: number[] = [];
  const result = await patiently(request, async (pause) => waits.push(pause)).catch((thrown) => ({ thrown }));
  return { result, waits };
}

const tooQuick = (pause: number) => JSON.stringify({ retry_after: pause });

test("a request that was too quick is sent again after the pause that the server names", async () => {
  expect(await waitsOf(failing(tooQuick(4000), tooQuick(100)))).toEqual({
    result: "done",
    waits: [4000, 100],
  });
});

test("it gives up after a few attempts, and at once for a long pause", async () => {
  const always = failing(...[1, 2, 3, 4, 5, 6, 7].map(tooQuick));
  expect(await waitsOf(always)).toEqual({ result: { thrown: tooQuick(6) }, waits: [1, 2, 3, 4, 5] });
  expect(await waitsOf(failing(tooQuick(60_000)))).toEqual({
    result: { thrown: tooQuick(60_000) },
    waits: [],
  });
});

test("other failures are not tried again", async () => {
  const refused = JSON.stringify({ type: "InvalidCredentials" });
  expect(await waitsOf(failing(refused))).toEqual({ result: { thrown: refused }, waits: [] });
});

test("all requests of a client wait, but for messages and reading marks", async () => {
  const sent: string[] = [];
  const api = new API({ baseURL: "http://localhost" });
  api.req = (async (method: string, path: string) => {
    sent.push(`${method} ${path}`);
    if (sent.length === 1) throw tooQuick(1);
  }) as API["req"];
  makePatient(api);
  const outcomeOf = async (request: () => Promise<unknown>) => {
    sent.length = 0;
    return request().then(
      () => sent.length,
      (thrown) => thrown,
    );
  };
  expect(await outcomeOf(() => api.get("/servers/A/members", {}))).toBe(2);
  expect(await outcomeOf(() => api.patch("/servers/A", {}))).toBe(2);
  expect(await outcomeOf(() => api.post("/channels/A/messages", {}))).toBe(tooQuick(1));
  expect(await outcomeOf(() => api.put("/channels/A/ack/B", undefined as never))).toBe(tooQuick(1));
});

test("what waits is in sight until it is sent again", async () => {
  const before = Date.now();
  const request = patiently(failing(tooQuick(20)));
  await Bun.sleep(1);
  expect(pausedUntil()).toBeGreaterThanOrEqual(before + 20);
  await request;
  expect(pausedUntil()).toBeUndefined();
});
