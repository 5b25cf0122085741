import { readFileSync } from "node:fs";
import { residentMegabytes } from "../../../bench/processes.ts";
import type { ServerProcess } from "../../support/processes/server-process.ts";
import type { Random } from "../random.ts";
import type { Description, Operation } from "./operations.ts";
import type { FuzzRequest, Requests } from "./requests.ts";
import type { World } from "./world.ts";

export interface OperationCounts {
  sent: number;
  accepted: number;
  refused: number;
}

export interface RequestReport {
  readonly counts: ReadonlyMap<string, OperationCounts>;
  /** Replies with a status of 5xx, one that the description does not name, or without a type of error. */
  readonly wrongReplies: readonly string[];
  /** Requests that took more than 50 ms of the main thread, twice. */
  readonly slowCalls: readonly string[];
  /** How often callers had lost their session. */
  readonly endedSessions: number;
  /** Resident memory after each twentieth of the requests. */
  readonly memory: readonly number[];
}

const [slowMs, tendEvery, shownWrong] = [50, 1_500, 50];
/** Only a few of these, or nothing would be left to send requests to. */
const rare =
  /^(?!GET).*(logout|session\/all|account\/(delete|disable|create)|\/(disable|wipe|recover)|DELETE \/(admin\/)?(servers|users|bots)\/\{\w+\}(\/sessions\S*)?)$/;

/** Sends random requests, alone and several at once, and checks each reply. */
export async function sendRequests(
  server: ServerProcess,
  { world, requests, random }: { world: World; requests: Requests; random: Random },
  { operations }: Description,
  total: number,
  log: (line: string) => void,
): Promise<RequestReport> {
  const counts = new Map(operations.map(({ name }) => [name, { sent: 0, accepted: 0, refused: 0 }]));
  const wrongReplies: string[] = [];
  const slowCalls: string[] = [];
  const memory: number[] = [];
  const isWrong = (text: string) => wrongReplies.length < shownWrong && wrongReplies.push(text);

  const send = async (request: FuzzRequest): Promise<void> => {
    const { operation, caller, path, headers, body } = request;
    const response = await fetch(`${server.url}/api${path}`, { method: operation.method, headers, body });
    const text = await response.text();
    const { status } = response;
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const reply: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
    const count = counts.get(operation.name);
    if (count) {
      count.sent++;
      if (status < 300) count.accepted++;
      else count.refused++;
    }
    const says = `${status} ${Object(reply).type ?? ""} for ${operation.method} ${path.slice(0, 200)} by ${caller.kind} with ${body?.slice(0, 500)}`;
    if (status >= 500 || !operation.statuses.has(status)) isWrong(says);
    else if (status >= 400 && typeof Object(reply).type !== "string") isWrong(says);
    if (status < 300) {
      world.ids.learn(reply);
      if (operation.name === "POST /bots/create") world.addBot(reply);
    }
    if (status === 401 && Object(reply).type === "InvalidSession" && caller.kind !== "nobody")
      await world.replace(caller);
  };

  /** Main thread time of the server for these requests; those that take long are sent once more, each alone. */
  const measure = async (batch: readonly FuzzRequest[]): Promise<void> => {
    const [before, start] = [mainThreadMs(server.pid), performance.now()];
    await Promise.all(batch.map(send));
    if (performance.now() - start < slowMs || mainThreadMs(server.pid) - before < slowMs) return;
    for (const request of batch) {
      const again = mainThreadMs(server.pid);
      await send(request);
      const ms = mainThreadMs(server.pid) - again;
      if (ms > slowMs)
        slowCalls.push(`${ms.toFixed(0)} ms: ${request.operation.name} ${request.body?.slice(0, 300)}`);
    }
  };

  let [sent, tended] = [0, Number.NEGATIVE_INFINITY];
  while (sent < total) {
    if (sent - tended >= tendEvery) {
      await world.tend();
      tended = sent;
    }
    const batch = await nextBatch(operations, world, requests, random);
    await measure(batch);
    sent += batch.length;
    if (sent >= ((memory.length + 1) * total) / 20) {
      memory.push(residentMegabytes(server.pid));
      log(`${sent} requests, ${memory.at(-1)?.toFixed(0)} MB, ${wrongReplies.length} wrong replies`);
    }
  }
  return { counts, wrongReplies, slowCalls, memory, endedSessions: world.replaced };
}

/** One request, the same one twice at once, by two callers or by one, or some different ones at once. */
async function nextBatch(
  operations: readonly Operation[],
  world: World,
  requests: Requests,
  random: Random,
): Promise<readonly FuzzRequest[]> {
  const next = async (): Promise<FuzzRequest> => {
    const operation = random.pick(operations);
    return rare.test(operation.name) && random.chance(0.95) ? next() : requests.make(operation);
  };
  const first = await next();
  const share = random.next();
  if (share < 0.5) return [first];
  if (share < 0.65) return [first, first];
  if (share < 0.8) return [first, requests.from(world.pickCaller(), first)];
  return [first, await next(), await next(), await next()];
}

/** CPU time of the thread that serves requests. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
