import { Client } from "stoat.js";
import type { Quirks } from "./library-quirks.ts";

export type Thing = Record<string, unknown>;
type Cache = Record<Kind, Record<string, Thing>>;

const collections = ["users", "channels", "servers", "serverMembers", "emojis", "channelUnreads"] as const;
const kinds = [...collections, "calls"] as const;
export type Kind = (typeof kinds)[number];

/** The whole cache of stoat.js, as plain data. */
export function cacheOf(client: Client): Cache {
  const collected = collections.map((kind) => {
    const collection = client[kind];
    const things = [...collection.keys()].map((id) => [id, plain(collection.getUnderlyingObject(id))]);
    return [kind, Object.fromEntries(things)];
  });
  return { ...Object.fromEntries(collected), calls: callsOf(client) };
}

/** The participants by channel and user, with what they send and receive. */
function callsOf(client: Client): Record<string, Thing> {
  const calls = [...client.channels.values()].map(({ id, voiceParticipants }) => {
    const participants = [...voiceParticipants.values()].map((state) => [
      state.userId,
      [state.isReceiving(), state.isPublishing(), state.isScreensharing(), state.isCamera()],
    ]);
    return [id, Object.fromEntries(participants)] as const;
  });
  return Object.fromEntries(calls.filter(([, participants]) => Object.keys(participants).length > 0));
}

function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? `${value}n` : value;
  const fields = Object.entries(value).filter(
    ([, item]) => item !== undefined && item !== null && !(item instanceof Client),
  );
  return Object.fromEntries(fields.map(([key, item]) => [key, plain(item)]));
}

/** Fields whose absence means the same as an empty value. */
const mayBeEmpty: Partial<Record<Kind, readonly string[]>> = {
  users: ["badges", "flags", "privileged", "status"],
  channels: ["nsfw", "rolePermissions"],
  servers: ["flags", "nsfw", "analytics", "discoverable"],
};

function fieldsOf(kind: Kind, { typingIds: _, ...thing }: Thing): Thing {
  const isEmpty = (value: unknown) => !value || Bun.deepEquals(value, {});
  const kept = Object.entries(thing).filter(
    ([key, value]) => !(mayBeEmpty[kind]?.includes(key) && isEmpty(value)),
  );
  return Object.fromEntries(kept);
}

/** Describes what a client that stayed connected knows differently from a new one. */
export function findDifferences(staying: Client, newcomer: Client, quirks: Quirks): string[] {
  const [known, expected] = [cacheOf(staying), cacheOf(newcomer)];
  const differences: string[] = [];
  for (const kind of kinds) {
    for (const id of new Set([...Object.keys(expected[kind]), ...Object.keys(known[kind])])) {
      const [fresh, old] = [expected[kind][id], known[kind][id]];
      if (fresh && !old && quirks.mayMiss(kind, id, fresh)) continue;
      if (old && !fresh && quirks.mayKeep(kind, id, old)) continue;
      const [right, own] = [fresh, old].map(
        (thing) => thing && fieldsOf(kind, quirks.excuse(kind, id, thing)),
      );
      for (const field of new Set([...Object.keys(own ?? {}), ...Object.keys(right ?? {})])) {
        if (Bun.deepEquals(own?.[field], right?.[field])) continue;
        const [has, is] = [own?.[field], right?.[field]].map((value) => JSON.stringify(value));
        differences.push(`${kind} ${id}: ${field} is ${is}, known as ${has}`);
      }
    }
  }
  return differences;
}
