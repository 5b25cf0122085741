import type { ExpectedCall, ExpectedPacket, ExpectedTraffic } from "../../compat/rows/row.ts";
import type { Observation, ObservedCall, ObservedPacket } from "./observation.ts";

/** Whether the traffic of a test contains it. `calls` are all calls that some row names: the most literal path counts. */
export function isIn(
  traffic: readonly Observation[],
  expected: ExpectedTraffic,
  calls: readonly string[],
): boolean {
  return traffic.some((seen) => {
    if ("connect" in expected) return seen.kind === "connect" && seen.parameters.includes(expected.connect);
    if ("call" in expected) return seen.kind === "call" && isCall(seen, expected, calls);
    return (seen.kind === "sent" || seen.kind === "received") && isPacket(seen, expected);
  });
}

function isPacket({ kind, type, fields, error }: ObservedPacket, expected: ExpectedPacket): boolean {
  return (
    expected[kind] === type &&
    (expected.field === undefined || fields.includes(expected.field)) &&
    (expected.error === undefined || expected.error === error)
  );
}

function isCall(seen: ObservedCall, expected: ExpectedCall, calls: readonly string[]): boolean {
  const { query, header, field, error, type, limit } = expected;
  return (
    seen.status === expected.status &&
    findCall(seen, calls) === expected.call &&
    (query === undefined || seen.query.includes(query)) &&
    (header === undefined || seen.headers.includes(header)) &&
    (expected.isAnonymous !== true || seen.headers.length === 0) &&
    (field === undefined || seen.fields.includes(field)) &&
    (error === undefined || seen.error === error) &&
    (type === undefined || seen.type === type) &&
    (limit === undefined || seen.limits.includes(limit))
  );
}

/** The call among these that has this path, with the fewest parameters. */
function findCall({ method, path }: ObservedCall, calls: readonly string[]): string | undefined {
  const below = path.replace(/^\/api(?=\/|$)/, "") || "/";
  const parameters = (call: string) => call.split("{").length;
  return calls
    .filter((call) => patternOf(call).test(`${method} ${below}`))
    .sort((a, b) => parameters(a) - parameters(b))[0];
}

const patterns = new Map<string, RegExp>();

function patternOf(call: string): RegExp {
  const known = patterns.get(call);
  if (known) return known;
  const source = call
    .split(/\{[^}]+\}/)
    .map((text) => RegExp.escape(text))
    .join("[^/]+");
  const made = new RegExp(`^${source}/?$`);
  patterns.set(call, made);
  return made;
}
