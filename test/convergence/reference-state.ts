import { type State, stateOf as stateOfReady } from "../../web/client/src/model/state.ts";
import type { ServerEvents, User } from "../../web/protocol/types.ts";
import type { Packet } from "../support/stream/stream.ts";

export type { State };

/** The state of a new client. */
export function stateOf(ready: Packet): State {
  return stateOfReady(ready as unknown as ServerEvents["Ready"]);
}

/** The events of a packet. */
export function single(packet: Packet): Packet[] {
  return packet.type === "Bulk" ? packet.v : [packet];
}

/**
 * The state in the form in which it is compared: without what Ready does not hold, and without policy changes, which
 * no event carries.
 */
export function inOrder(state: State): object {
  const { users, servers, channels, members, emojis, calls, unreads, settings } = state;
  const all = (things: object, kind: Kind) => mapValues(things, (thing: object) => tidy(kind, thing));
  return {
    users: mapValues(all(users, "user"), withoutPendingStatus),
    servers: mapValues(all(servers, "server"), ({ roles, ...server }) => ({
      ...server,
      ...(roles && { roles: all(roles, "role") }),
    })),
    channels: all(channels, "channel"),
    members: Object.fromEntries(
      Object.entries(members).flatMap(([id, ofServer]) =>
        Object.keys(ofServer).length > 0 ? [[id, all(ofServer, "member")]] : [],
      ),
    ),
    emojis,
    calls,
    settings,
    // Unreads of invisible channels remain, whether a channel is hidden or deleted.
    unreads: Object.fromEntries(Object.entries(unreads).filter(([channel]) => channels[channel])),
  };
}

/** Ready shows the status of users with a pending friend request, the events of the request do not. */
export function withoutPendingStatus(user: Thing): Thing {
  if (user.relationship !== "Incoming" && user.relationship !== "Outgoing") return user;
  const { online: _, status: __, ...rest } = user;
  return rest;
}

type Kind = "user" | "server" | "role" | "member" | "channel";
// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as the server sends them
type Thing = Record<string, any>;

/** Values that mean the same as an absent field. */
const empty: Readonly<Record<Kind, Thing>> = {
  user: { badges: 0, flags: 0, privileged: false, status: {} } satisfies Partial<User>,
  server: { flags: 0, nsfw: false, analytics: false, discoverable: false, roles: {} },
  role: { hoist: false },
  member: { roles: [], can_publish: true, can_receive: true },
  channel: { nsfw: false, role_permissions: {} },
};

/** Removes empty values, and the member count of a server, which is approximate and in no event. */
function tidy(kind: Kind, { approximate_member_count: _, ...thing }: Thing): Thing {
  const kept = Object.entries(thing).filter(([key, value]) => !Bun.deepEquals(value, empty[kind][key]));
  return Object.fromEntries(kept);
}

function mapValues(things: object, change: (thing: Thing) => Thing): Thing {
  return Object.fromEntries(Object.entries(things).map(([id, thing]) => [id, change(thing)]));
}
