import { type ExpectedEvent, type ExpectedStream, ExpectedStreams } from "./expected-streams.ts";
import type { ConnectionRecord, History, Violation } from "./history.ts";

export interface StreamsReport {
  readonly violations: Violation[];
  /** How many events were compared. */
  readonly deliveries: number;
}

/**
 * Every connection received exactly what its user must receive from the state of its Ready on: each event once, in the
 * order of the commits, without a hole, and nothing else. A connection that is still open has received everything.
 */
export function checkStreams({ connections, commits }: History): StreamsReport {
  const users = new Set(connections.map(({ user }) => user));
  const { streams, violations } = new ExpectedStreams(users, commits);
  const isInLog = new Set([...streams.values()].flatMap(({ events }) => events.map(({ key }) => key)));
  let deliveries = 0;
  for (const connection of connections) {
    deliveries += connection.events.length;
    const stream = streams.get(connection.user);
    const violation = stream && checkConnection(connection, stream, (key) => isInLog.has(key));
    if (violation) violations.push(violation);
  }
  return { violations, deliveries };
}

function checkConnection(
  connection: ConnectionRecord,
  { events, starts }: ExpectedStream,
  isInLog: (key: string) => boolean,
): Violation | undefined {
  const possible = starts.get(connection.ready) ?? [];
  if (possible.length === 0)
    return {
      rule: "Ready",
      text: `${describe(connection)} got a Ready that shows no state that ever was`,
      excerpt: connection.ready.split("\n"),
    };
  const current = possible.filter((start) => isCurrent(events[start], connection));
  if (current.length === 0)
    return {
      rule: "stale Ready",
      text: `${describe(connection)} got a Ready from before position ${connection.committed}, which was committed when it connected`,
      excerpt: excerptAround(events, possible.at(-1) ?? 0),
    };
  let longest = { start: 0, length: -1 };
  for (const start of current) {
    const length = matchingLength(connection.events, events, start);
    const isWhole = connection.end !== undefined || start + length === events.length;
    if (length === connection.events.length && isWhole) return undefined;
    if (length > longest.length) longest = { start, length };
  }
  return explain(connection, events, { ...longest, isInLog });
}

/** Whether a Ready before this event, the first that it lacks, has all that was committed when its client connected. */
function isCurrent(next: ExpectedEvent | undefined, { committed }: ConnectionRecord): boolean {
  return next === undefined || next.position > committed;
}

function matchingLength(received: readonly string[], expected: readonly ExpectedEvent[], start: number) {
  let length = 0;
  while (length < received.length && received[length] === expected[start + length]?.key) length++;
  return length;
}

interface Mismatch {
  readonly start: number;
  /** How many events agree. */
  readonly length: number;
  readonly isInLog: (key: string) => boolean;
}

function explain(
  connection: ConnectionRecord,
  expected: readonly ExpectedEvent[],
  { start, length, isInLog }: Mismatch,
): Violation {
  const at = start + length;
  const received = connection.events[length];
  const next = expected[at];
  const indexes = expected.flatMap(({ key }, index) => (key === received ? [index] : []));
  const excerpt = [
    ...excerptAround(expected, at),
    "received:",
    ...connection.events.slice(Math.max(0, length - 3), length + 4).map((key) => `  ${shorten(key)}`),
  ];
  const violation = (rule: string, what: string): Violation => ({
    rule,
    text: `${describe(connection)} ${what}`,
    excerpt,
  });
  if (received === undefined) return violation("missing", `did not receive ${shorten(next?.key ?? "")}`);
  if (indexes.some((index) => index > at))
    return violation(
      "hole",
      `missed ${shorten(next?.key ?? "")}, and received ${shorten(received)} after it`,
    );
  if (indexes.some((index) => index >= start))
    return violation("repeated", `received ${shorten(received)} again`);
  if (indexes.length > 0)
    return violation("repeated", `received ${shorten(received)}, which its Ready included`);
  if (isInLog(received))
    return violation("overheard", `received ${shorten(received)}, which its user may not hear`);
  return violation("invented", `received ${shorten(received)}, which no commit announced to it`);
}

function excerptAround(expected: readonly ExpectedEvent[], at: number): string[] {
  const from = Math.max(0, at - 3);
  return [
    "expected:",
    ...expected.slice(from, at + 4).map(({ key, position }, index) => {
      const mark = from + index === at ? "→" : " ";
      return `${mark} ${position} ${shorten(key)}`;
    }),
  ];
}

const shorten = (key: string) => (key.length > 160 ? `${key.slice(0, 160)}…` : key);

function describe({ name, node, readyAt, endedAt, end }: ConnectionRecord): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const until = endedAt === undefined ? "still open" : `until ${seconds(endedAt)} s (${end})`;
  return `${name} on node ${node} from ${seconds(readyAt)} s, ${until}`;
}
