import { batch, createEffect, createRoot, createSignal, untrack } from "solid-js";
import type { Client } from "stoat.js";
import type { Member, User } from "stoat-api";
import type { Connection } from "../session/connection.ts";
import type { ServerEvent } from "../session/mend-events.ts";
import { changedMember, changedUser, isOnline, type MemberData, nameOf } from "./member-data.ts";
import { groupOf, groupOrder, MemberGroups, type MemberRow } from "./member-groups.ts";
import { subscribeToMembers } from "./member-subscription.ts";

/**
 * All members of one server, kept right by events.
 * The library's objects cost much for ten thousand members: they are made for those alone that are shown.
 */
export interface Roster {
  readonly rows: () => readonly MemberRow[];
  readonly state: () => "loading" | "ready" | "failed";
  readonly error: () => unknown;
  load(): Promise<void>;
  /** Makes the library know a member, so that its objects can be shown. */
  introduce(userId: string): void;
  /** The members whose name contains a text, those first whose name begins with it. */
  search(text: string, limit: number): MemberData[];
  close(): void;
}

/** Changes come in floods when many people connect; the list shows them together. */
const changesTogetherMs = 100;

export function createRoster(connection: Connection, serverId: string): Roster {
  return createRoot((close) => {
    const { client } = connection;
    const all = new Map<string, MemberData>();
    const groups = new MemberGroups([]);
    const [rows, setRows] = createSignal<readonly MemberRow[]>([]);
    const [state, setState] = createSignal<"loading" | "ready" | "failed">("loading");
    const [error, setError] = createSignal<unknown>();
    let order: string[] = [];
    let missed: ServerEvent[] | undefined;
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

    const apply = (event: ServerEvent) => {
      switch (event.type) {
        case "UserUpdate": {
          const known = all.get(event.id as string);
          if (known) put(event.id as string, { ...known, user: changedUser(known.user, event) });
          break;
        }
        case "ServerMemberUpdate": {
          const { server, user } = event.id as { server: string; user: string };
          const known = server === serverId && all.get(user);
          if (known) put(user, { ...known, member: changedMember(known.member, event) });
          break;
        }
        case "ServerMemberJoin":
          if (event.id === serverId) void join(event.user as string, event.member as Member | undefined);
          break;
        case "ServerMemberLeave":
          if (event.id === serverId && all.delete(event.user as string)) {
            groups.delete(event.user as string);
            show();
          }
          break;
      }
    };
    const join = async (id: string, member?: Member) => {
      try {
        const user = await client.api.get(`/users/${id as ""}`);
        put(id, {
          user,
          member: member ?? { _id: { server: serverId, user: id }, joined_at: new Date().toISOString() },
        });
      } catch {
        // Whoever cannot be fetched has left again.
      }
    };
    const hear = (event: ServerEvent): void => {
      if (event.type === "Bulk") return void (event.v as ServerEvent[]).forEach(hear);
      missed?.push(event);
      apply(event);
    };
    const events = client.events as unknown as Listenable;
    events.on("event", hear);

    let attempt = 0;
    const load = async () => {
      const current = ++attempt;
      // What happens while the answer is on its way is applied to it once more.
      missed = [];
      if (all.size === 0) setState("loading");
      try {
        // First, so that no change falls between the answer and the subscription.
        subscribeToMembers(client, serverId);
        const answer = await client.api.get(`/servers/${serverId as ""}/members`, {});
        if (current !== attempt) return;
        all.clear();
        answer.members.forEach((member, index) => {
          const user = answer.users[index];
          if (user) all.set(user._id, { user, member });
        });
        refreshKnown(client, answer.users);
        const since = missed;
        missed = undefined;
        regroup();
        for (const event of since) apply(event);
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
      const roles = [...(client.servers.get(serverId)?.roles?.values() ?? [])];
      order = groupOrder(roles);
      untrack(regroup);
    });

    return {
      rows,
      state,
      error,
      load,
      introduce(userId) {
        const data = all.get(userId);
        if (!data) return;
        untrack(() => {
          const isKnown =
            client.users.has(userId) && client.serverMembers.hasByKey({ server: serverId, user: userId });
          if (isKnown) return;
          batch(() => {
            client.users.getOrCreate(userId, data.user);
            client.serverMembers.getOrCreate(data.member._id, data.member);
          });
        });
      },
      search: (text, limit) => searchIn(all.values(), text, limit),
      close() {
        events.off("event", hear);
        clearTimeout(timer);
        close();
      },
    };
  });
}

interface Listenable {
  on(name: "event", handler: (event: ServerEvent) => void): void;
  off(name: "event", handler: (event: ServerEvent) => void): void;
}

/** The library never changes a user whom it knows already, for example from a message that came without presence. */
function refreshKnown(client: Client, users: readonly User[]): void {
  batch(() => {
    for (const { _id, online, status } of users) {
      if (!client.users.has(_id)) continue;
      client.users.updateUnderlyingObject(_id, { online, status: status ?? undefined });
    }
  });
}

function searchIn(all: Iterable<MemberData>, text: string, limit: number): MemberData[] {
  const wanted = text.toLowerCase();
  const found: { data: MemberData; at: number }[] = [];
  for (const data of all) {
    const names = [nameOf(data), data.user.username, data.user.display_name ?? ""];
    const positions = names.map((name) => name.toLowerCase().indexOf(wanted)).filter((at) => at >= 0);
    if (positions.length > 0) found.push({ data, at: Math.min(...positions) });
  }
  const byName = (a: MemberData, b: MemberData) => nameOf(a).localeCompare(nameOf(b));
  found.sort((a, b) => Math.sign(a.at) - Math.sign(b.at) || byName(a.data, b.data));
  return found.slice(0, limit).map(({ data }) => data);
}
