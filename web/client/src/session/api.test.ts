import { afterAll, describe, expect, test } from "bun:test";
import { Api } from "./api.ts";
import { readApiError } from "./api-error.ts";
import { pausedUntil } from "./pauses.ts";

interface Received {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly body: string;
}

const received: Received[] = [];
let replies: (() => Response | Promise<Response>)[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    received.push({
      method: request.method,
      path: pathname + search,
      token: request.headers.get("x-session-token"),
      body: await request.text(),
    });
    return (replies.shift() ?? (() => Response.json({ ok: true })))();
  },
});
afterAll(() => server.stop(true));

const tooQuick = (pause: number) => () => Response.json({ retry_after: pause }, { status: 429 });
const refused = (type: string) => () => Response.json({ type }, { status: 403 });

/** Makes a request while the server replies in turn, and returns what became of it. */
async function outcomeOf(request: (api: Api) => Promise<unknown>, ...turns: typeof replies) {
  received.length = 0;
  replies = turns;
  const waits: number[] = [];
  let ended = 0;
  const api = new Api({
    url: server.url.origin,
    token: "secret",
    onSessionEnd: () => ended++,
    wait: async (pause) => waits.push(pause),
  });
  const result = await request(api).then(
    () => "done",
    (thrown) => readApiError(thrown).type,
  );
  return { result, waits, requests: received.length, ended };
}

/** Routes are known by the types of their paths, which parameters have. */
const channel: string = "C";
const read = (api: Api) => api.get("/users/@me");

describe("a request", () => {
  test("carries the token, the query and the body", async () => {
    await outcomeOf((api) => api.get(`/channels/${channel}/messages`, { limit: 2, before: "M" }));
    expect(received).toEqual([
      { method: "GET", path: "/channels/C/messages?limit=2&before=M", token: "secret", body: "" },
    ]);
    await outcomeOf((api) => api.patch(`/channels/${channel}`, { name: "general" }));
    expect(received[0]).toMatchObject({ method: "PATCH", body: '{"name":"general"}' });
  });

  test("that was too quick is sent again after the pause that the server names", async () => {
    const outcome = await outcomeOf(read, tooQuick(4_000), tooQuick(100));
    expect(outcome).toEqual({ result: "done", waits: [4_000, 100], requests: 3, ended: 0 });
  });

  test("gives up after a few attempts, and at once for a long pause", async () => {
    const always = [1, 2, 3, 4, 5, 6, 7].map(tooQuick);
    expect(await outcomeOf(read, ...always)).toMatchObject({ result: "RateLimited", waits: [1, 2, 3, 4, 5] });
    expect(await outcomeOf(read, tooQuick(60_000))).toMatchObject({ result: "RateLimited", waits: [] });
  });

  test("that was refused is not sent again", async () => {
    expect(await outcomeOf(read, refused("NotFound"))).toMatchObject({ result: "NotFound", requests: 1 });
  });

  test("with a queue of its own is sent once", async () => {
    const ack = (api: Api) => api.put(`/channels/${channel}/ack/${channel}`, undefined, { isSentOnce: true });
    expect(await outcomeOf(ack, tooQuick(1))).toMatchObject({ result: "RateLimited", requests: 1 });
  });

  test("by an ended session says so", async () => {
    expect(await outcomeOf(read, refused("InvalidSession"))).toMatchObject({
      result: "InvalidSession",
      ended: 1,
    });
  });

  test("that another server answered in its own form is an internal error", async () => {
    const page = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
    expect(await outcomeOf(read, page)).toMatchObject({ result: "InternalError", requests: 1 });
  });

  test("is repeated if it reads and does not reach the server, and else fails", async () => {
    const closed = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const { origin, port } = closed.url;
    const api = new Api({ url: origin });
    await closed.stop(true);
    const typeOf = (request: Promise<unknown>) => request.catch((thrown) => readApiError(thrown).type);
    expect(await typeOf(api.put(`/users/${channel}/friend`))).toBe("NetworkError");
    const reading = typeOf(api.get("/users/@me"));
    await Bun.sleep(100);
    await using _ = Bun.serve({ port, hostname: "127.0.0.1", fetch: () => Response.json({}) });
    expect(await reading).toEqual({});
  });

  test("that waits is in sight until it is sent again", async () => {
    replies = [tooQuick(20)];
    const before = Date.now();
    const request = new Api({ url: server.url.origin }).get("/users/@me");
    while (pausedUntil() === undefined) await Bun.sleep(1);
    expect(pausedUntil()).toBeGreaterThanOrEqual(before + 20);
    await request;
    expect(pausedUntil()).toBeUndefined();
  });
});
