import { afterAll, beforeAll, expect, test } from "bun:test";
import { openPushService, type PushService } from "../../../../test/support/push/push-service.ts";
import { configWith } from "../../../config/load.ts";
import { OutboundError } from "../port.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

let service: PushService;
beforeAll(async () => {
  service = await openPushService();
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (path: string, body: string | Uint8Array) =>
  createGuardedFetch(configWith(service.config))(`${service.origin}${path}`, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body,
  });

test("a POST arrives unchanged", async () => {
  for (const body of ["words 🦦", new Uint8Array([0, 255, 13, 10]), ""]) {
    const answer = await post("/here", body);
    await answer.body.cancel();
    expect(answer.status).toBe(201);
    expect(service.requests.at(-1)?.body).toEqual(Buffer.from(body as string));
    expect(service.requests.at(-1)?.headers["content-type"]).toBe("text/plain");
  }
});

test("a POST follows no redirect, and the error has Retry-After", async () => {
  service.respondAt("/moved", {
    status: 307,
    headers: { Location: `${service.origin}/there`, "Retry-After": "7" },
  });
  const failure = await post("/moved", "words").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutboundError);
  expect(failure).toMatchObject({ reason: "bad-status", status: 307, retryAfter: "7" });
  expect(service.requests.map(({ path }) => path)).not.toContain("/there");
});
