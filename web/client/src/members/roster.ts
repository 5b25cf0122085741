import { createEffect, createRoot, createSignal, untrack } from "solid-js";
import type { EventType } from "../../../protocol/events.ts";
import type { Member, ServerEvents } from "../../../protocol/types.ts";
import { merge } from "../model/merge.ts";
import type { Client } from "../session/client.ts";
import type { Connection } from "../session/connection.ts";
import { type MemberData, withUsers } from "./member-data.ts";
import { groupOf, groupOrder, MemberGroups, type MemberRow } from "./member-groups.ts";

export type Roster = ReturnType<typeof createRoster>;

const nameOf = ({ user, member }: MemberData) => member.nickname ?? user.display_name ?? user.username;

const isOnline = ({ user }: MemberData) => user.online && user.status?.presence !== "Invisible";

/** Many changes come at once when many people connect; the list shows them together. */
const changesTogetherMs = 100;

const heard = [
  "UserUpdate",
  "UserRelationship",
  "ServerMemberUpdate",
  "ServerMemberJoin",
  "ServerMemberLeave",
] as const satisfies readonly EventType[];
type RosterEvent = ServerEvents[(typeof heard)[number]];

/**
 * All members of one server, kept up to date by events. Ten thousand members are too many for the reactive state: it
 * has only those that are shown.
 */
export function createRoster(connection: Connection, serverId: string) {
  return createRoot((close) => {
    const { client } = connection;
    const all = new Map<string, MemberData>();
    const groups = new MemberGroups([]);
    const [rows, setRows] = createSignal<readonly MemberRow[]>([]);
    const [state, setState] = createSignal<"loading" | "ready" | "failed">("loading");
    const [error, setError] = createSignal<unknown>();
    let order: string[] = [];
    let missed: RosterEvent[] | undefined;
    /** What was heard while people who have joined are fetched, for each of them. */
    const whileJoining = new Set<RosterEvent[]>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const show = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setRows(groups.rows());
      }, changesTogetherMs);
    };
    const regroup = () => {
      groups.replaceAll(
        order,
        [...all].map(([id, data]) => ({ id, name: nameOf(data), group: groupFor(data) })),
      );
      setRows(groups.rows());
    };
    const groupFor = (data: MemberData) =>
      groupOf(order, { roles: data.member.roles ?? [], isOnline: isOnline(data) });
    const put = (id: string, data: MemberData) => {
      all.set(id, data);
      if (groups.set(id, nameOf(data), groupFor(data))) show();
    };

    const apply = (event: RosterEvent) => {
      switch (event.type) {
        case "UserUpdate": {
          const known = all.get(event.id);
          if (known) put(event.id, { ...known, user: merged(known.user, event) });
          break;
        }
        case "UserRelationship": {
          const { user } = event;
          const known = all.get(user._id);
          if (known) put(user._id, { ...known, user });
          break;
        }
        case "ServerMemberUpdate": {
          const { server, user } = event.id;
          const known = server === serverId && all.get(user);
          if (known) put(user, { ...known, member: merged(known.member, event) });
          break;
        }
        case "ServerMemberJoin":
          if (event.id === serverId) void join(event.member);
          break;
        case "ServerMemberLeave":
          if (event.id === serverId && all.delete(event.user)) {
            groups.delete(event.user);
            show();
          }
          break;
      }
    };
    const join = async (member: Member) => {
      const id = member._id.user;
      // The reply may be older than events that come before it.
      const since: RosterEvent[] = [];
      whileJoining.add(since);
      try {
        put(id, { user: await client.api.get(`/users/${id}`), member });
        for (const event of since) if (event.type !== "ServerMemberJoin") apply(event);
      } catch {
        // A member who cannot be fetched has left again.
      } finally {
        whileJoining.delete(since);
      }
    };
    const hear = (event: RosterEvent): void => {
      missed?.push(event);
      for (const since of whileJoining) since.push(event);
      apply(event);
    };
    const stops = heard.map((type) => client.on(type, hear));
    /** Replaces what the state has of the members, for example from a message that came without presence. */
    const refreshKnown = () => {
      const people = [...all.values()];
      const users = people.map(({ user }) => user).filter(({ _id }) => client.users.has(_id));
      const members = people
        .map(({ member }) => member)
        .filter(({ _id }) => client.member(serverId, _id.user) !== undefined);
      client.learn({ users, members }, true);
    };

    let attempt = 0;
    const load = async () => {
      const current = ++attempt;
      // Events that arrive while the request is under way are applied to its reply again.
      missed = [];
      if (all.size === 0) setState("loading");
      try {
        // First, so that no change falls between the answer and the subscription.
        subscribeToMembers(client, serverId);
        const answer = await client.api.get(`/servers/${serverId}/members`);
        if (current !== attempt) return;
        all.clear();
        for (const data of withUsers(answer)) all.set(data.user._id, data);
        const since = missed;
        missed = undefined;
        regroup();
        for (const event of since) apply(event);
        refreshKnown();
        setState("ready");
      } catch (thrown) {
        if (current !== attempt) return;
        missed = undefined;
        setError(thrown);
        setState("failed");
      }
    };
    createEffect(() => {
      connection.generation();
      if (connection.state() === "online") void untrack(load);
    });
    createEffect(() => {
      const roles = [...(client.servers.get(serverId)?.roles.values() ?? [])];
      order = groupOrder(roles);
      untrack(regroup);
    });

    return {
      rows,
      all: () => [...all.values()],
      state,
      error,
      load,
      /** Puts a member into the state, so that they can be shown. */
      introduce(userId: string): void {
        const data = all.get(userId);
        if (!data) return;
        untrack(() => {
          client.learn({ members: [data.member] });
          client.learn({ users: [data.user] }, true);
        });
      },
      close(): void {
        for (const stop of stops) stop();
        clearTimeout(timer);
        close();
      },
    };
  });
}

/** An object after an event about it. */
function merged<T extends object>(known: T, changes: Parameters<typeof merge>[1]): T {
  const next = { ...known };
  merge(next, changes);
  return next;
}

/** Asks the server for changes of a server's members who are not friends. It ends by itself, unless renewed. */
export function subscribeToMembers(client: Client, serverId: string): void {
  client.send({ type: "Subscribe", server_id: serverId });
}
