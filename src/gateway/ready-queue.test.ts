import { describe, expect, test } from "bun:test";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import type { HandshakeResults } from "./handshake.ts";
import type { ReadyRequest } from "./ready.ts";
import { ReadyQueue } from "./ready-queue.ts";

/** A queue whose builds end when the test says so. */
function openQueue(maxWaiting = 100) {
  const builds: { user: string; digests: string[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const queue = new ReadyQueue(({ userId }, digests) => {
    const { promise, resolve, reject } = Promise.withResolvers<HandshakeResults>();
    const finish = () => resolve(new Map([...digests].map((digest) => [digest, "OnboardingNotFinished"])));
    builds.push({ user: userId, digests: [...digests], finish, fail: reject });
    return promise;
  }, maxWaiting);
  const request = (userId: string, digest: string, { parameters = "", isOpen = true } = {}) => {
    const { ready: selection } = readConnectQuery(new URLSearchParams(parameters));
    const wanted: ReadyRequest = { userId, bot: false, selection, codec: jsonCodec };
    return queue.request(wanted, { digest, isOpen });
  };
  return { builds, request };
}

describe("the queue of Ready", () => {
  test("lets connections of a user share a build that has not begun", async () => {
    const { builds, request } = openQueue();
    const results = [request("ann", "1"), request("ann", "2"), request("ann", "3"), request("ann", "2")];
    expect(builds.map(({ digests }) => digests)).toEqual([["1"]]);
    builds[0]?.finish();
    await results[0];
    expect(builds.map(({ digests }) => digests)).toEqual([["1"], ["2", "3"]]);
    builds[1]?.finish();
    expect(await Promise.all(results)).toEqual(Array(4).fill("OnboardingNotFinished"));
  });

  test("builds those with other parameters by themselves, one after another", async () => {
    const { builds, request } = openQueue();
    const first = request("ann", "1");
    void request("ann", "2", { parameters: "ready=users" });
    void request("ann", "3", { parameters: "ready=users" });
    void request("ann", "4", { parameters: "ready=users&ready=user_settings[x]" });
    expect(builds).toHaveLength(1);
    builds[0]?.finish();
    await first;
    expect(builds.map(({ digests }) => digests)).toEqual([["1"], ["2", "3"]]);
  });

  test("builds for eight users at once; a user with many builds delays no other", () => {
    const { builds, request } = openQueue();
    for (let number = 0; number < 20; number++)
      void request("ann", "1", { parameters: `ready=user_settings[${number}]` });
    for (let number = 0; number < 20; number++) void request(`user ${number}`, "1");
    expect(builds.map(({ user }) => user)).toEqual(["ann", ...[0, 1, 2, 3, 4, 5, 6].map((n) => `user ${n}`)]);
  });

  test("refuses further builds when too many wait, but lets connections share one that waits", async () => {
    const { builds, request } = openQueue(1);
    const running = request("ann", "1");
    const waiting = request("ann", "2");
    const shared = request("ann", "3");
    expect(await request("ann", "4", { parameters: "ready=users" })).toBe("busy");
    builds[0]?.finish();
    await running;
    builds[1]?.finish();
    expect(await waiting).toBe("OnboardingNotFinished");
    expect(await shared).toBe("OnboardingNotFinished");
  });

  test("builds nothing for connections that have closed, and continues after a failure", async () => {
    const { builds, request } = openQueue();
    const failing = request("ann", "1");
    const closed = request("ann", "2", { isOpen: false });
    builds[0]?.fail(new Error("broken"));
    await expect(failing).rejects.toThrow("broken");
    await closed;
    void request("ann", "3");
    expect(builds.map(({ digests }) => digests)).toEqual([["1"], ["3"]]);
  });
});
