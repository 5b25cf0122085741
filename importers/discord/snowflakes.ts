import { createHash } from "node:crypto";
import { idOf } from "../../src/platform/ids/ids.ts";

/** The objects that get ids of their own. One snowflake may name several: a thread and the message that began it. */
type Kind = "server" | "category" | "threads" | "channel" | "role" | "user" | "message" | "link" | "emoji";

/** Milliseconds since 1970 when Discord began to count. */
const discordEpoch = 1_420_070_400_000;
const timeShift = 22n;
const restMask = (1n << timeShift) - 1n;

const halves = new Map<Kind, number>();

/** Tells kinds apart, and imported objects from all others, whose halves are random. */
function halfOf(kind: Kind): number {
  let half = halves.get(kind);
  if (half === undefined) {
    half = createHash("sha256").update(`discord ${kind}`).digest().readUIntBE(0, 5);
    halves.set(kind, half);
  }
  return half;
}

/**
 * The id that an object of Discord has here: always the same one, so that a second import finds what the first one
 * wrote. It has the time of the snowflake, so that messages keep their times and their order.
 */
export function importedId(kind: Kind, snowflake: string): string {
  const value = BigInt(snowflake);
  return idOf(timeOf(value), halfOf(kind), Number(value & restMask));
}

/** In milliseconds since 1970. */
export function timeOfSnowflake(snowflake: string): number {
  return timeOf(BigInt(snowflake));
}

function timeOf(value: bigint): number {
  return Number(value >> timeShift) + discordEpoch;
}

/** The id of a file, of the form that uploads have. */
export function importedFileId(...names: readonly string[]): string {
  return createHash("sha256")
    .update(`discord file ${names.join(" ")}`)
    .digest("base64url")
    .slice(0, 42);
}
