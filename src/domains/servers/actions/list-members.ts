import { setImmediate } from "node:timers/promises";
import type { Reader } from "../../../store/tx.ts";
import { listMemberIds, listMembersWithUsers } from "../store/member-lists.ts";
import { type ViewedMember, viewMembers } from "./view-members.ts";

/** How many are looked at in one go. */
const pageSize = 1_000;

interface Wanted {
  /** Whose id comes after this one. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly onlineOnly?: boolean | undefined;
}

/**
 * Members by their ids, as another of them sees them. Large servers are read in pages, and others get their turn in
 * between, so this is not the state of one moment: who joins or leaves meanwhile is there or is not, but never twice.
 */
export async function listMembers(
  { db, viewerId }: { readonly db: Reader; readonly viewerId: string },
  serverId: string,
  { after, limit = Number.POSITIVE_INFINITY, onlineOnly = false }: Wanted,
): Promise<ViewedMember[]> {
  const { presence } = db.services;
  const found: ViewedMember[] = [];
  for (let last = after; ; await setImmediate()) {
    const most = onlineOnly ? pageSize : Math.min(pageSize, limit - found.length);
    const ids = await listMemberIds(db, serverId, { after: last, limit: most });
    // Who is connected is known without the database. Some of them appear offline nevertheless.
    const candidates = onlineOnly ? ids.filter((id) => presence.isConnected(id)) : ids;
    const seen = await viewMembers(db, viewerId, await listMembersWithUsers(db, serverId, candidates));
    found.push(...(onlineOnly ? seen.filter(({ user }) => user.online) : seen));
    if (ids.length < most || found.length >= limit) return found.slice(0, limit);
    last = ids.at(-1);
  }
}
