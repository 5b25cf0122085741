/** Plays active people against a server, and reports how long their requests took. */
import { percentile } from "./table.ts";
import { type ActionContext, type ActiveUser, actions, pickAction, pickPause } from "./user-actions.ts";

export interface UsersLoad {
  readonly api: string;
  readonly stream: string;
  readonly users: readonly ActiveUser[];
  readonly warmupSeconds: number;
  readonly seconds: number;
}

export interface UsersResult {
  readonly actionsPerSecond: number;
  readonly requestsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the requests. */
  readonly failedShare: number;
  readonly examples: readonly string[];
}

const { api, stream, users, warmupSeconds, seconds } = JSON.parse(
  await Bun.file(process.argv[2] ?? "").text(),
) as UsersLoad;

let isMeasuring = false;
let [done, deliveries, failures] = [0, 0, 0];
const times: number[] = [];
const examples: string[] = [];

/** Times a request or a connect, and counts it as failed if it does not succeed. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    if (isMeasuring) failures++;
    if (examples.length < 5) examples.push(`${name}: ${error}`);
    throw error;
  } finally {
    if (isMeasuring) times.push(performance.now() - start);
  }
}

function connect(user: ActiveUser): Promise<WebSocket> {
  return timed("connect", () => {
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
    const socket = new WebSocket(`${stream}?version=1&format=json&token=${user.token}`);
    socket.onmessage = ({ data }) => {
      if (isMeasuring) deliveries++;
      if (String(data).startsWith('{"type":"Ready"')) resolve(socket);
    };
    socket.onclose = () => reject(new Error("closed before Ready"));
    return promise;
  });
}

/** As clients do: a server with too many connects at once closes some, and these connect again after growing pauses. */
async function connectUntilReady(user: ActiveUser): Promise<WebSocket> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 30_000)) {
    const socket = await connect(user).catch(() => undefined);
    if (socket) return socket;
    await Bun.sleep(pauseMs * (0.5 + Math.random()));
  }
}

async function play(user: ActiveUser): Promise<never> {
  let socket = await connectUntilReady(user);
  const request = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(path, {
      ...init,
      headers: { ...init.headers, "x-session-token": user.token },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const context: ActionContext = {
    call: (method, path, body) =>
      timed(`${method} ${path.replace(/[0-9A-Z]{26}/g, "*")}`, () =>
        request(`${api}/api${path}`, {
          method,
          ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
        }),
      ),
    upload: async (body) => {
      const headers = { "content-type": "multipart/form-data; boundary=----form-boundary" };
      const { id } = (await timed("upload", () =>
        request(`${api}/autumn/attachments`, { method: "POST", headers, body }),
      )) as { id: string };
      return id;
    },
    typing: (type, channel) => socket.send(JSON.stringify({ type, channel })),
    reconnect: async () => {
      socket.close();
      socket = await connectUntilReady(user);
    },
  };
  await Bun.sleep(Math.random() * pickPause());
  while (true) {
    // A failure is counted; people go on.
    await actions[pickAction()](user, context).catch(() => {});
    if (isMeasuring) done++;
    await Bun.sleep(pickPause());
  }
}

// They come one after another, as people do; the process ends while they play.
for (const user of users) {
  void play(user);
  await Bun.sleep(4);
}
await Bun.sleep(warmupSeconds * 1_000);
isMeasuring = true;
await Bun.sleep(seconds * 1_000);
isMeasuring = false;
const result: UsersResult = {
  actionsPerSecond: done / seconds,
  requestsPerSecond: times.length / seconds,
  deliveriesPerSecond: deliveries / seconds,
  meanMs: times.reduce((sum, time) => sum + time, 0) / times.length,
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  failedShare: failures / times.length,
  examples,
};
await Bun.write(process.argv[3] ?? "", JSON.stringify(result));
process.exit(0);
