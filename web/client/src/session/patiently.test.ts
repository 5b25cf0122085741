import { expect, test } from "bun:test";
import { patiently } from "./patiently.ts";

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
  const always = failing(tooQuick(1), tooQuick(2), tooQuick(3), tooQuick(4));
  expect(await waitsOf(always)).toEqual({ result: { thrown: tooQuick(3) }, waits: [1, 2] });
  expect(await waitsOf(failing(tooQuick(60_000)))).toEqual({
    result: { thrown: tooQuick(60_000) },
    waits: [],
  });
});

test("other failures are not tried again", async () => {
  const refused = JSON.stringify({ type: "InvalidCredentials" });
  expect(await waitsOf(failing(refused))).toEqual({ result: { thrown: refused }, waits: [] });
});
