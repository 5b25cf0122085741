import { setImmediate } from "node:timers/promises";
import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findMember, listRoles, type Member, memberView, roleView } from "../../members/index.ts";
import { type User, viewKnownUsers } from "../../users/index.ts";
import { type FetchedMember, maxMatches } from "../model.ts";
import {
  findByName,
  listMemberIds,
  listMembersWithUsers,
  type MemberWithUser,
} from "../store/member-lists.ts";

/** Members are read in pages of this size. */
const pageSize = 1_000;

interface MemberListing {
  readonly members: Member[];
  /** The same people, in the same order. */
  readonly users: User[];
}

interface Viewer {
  readonly db: Reader;
  readonly viewerId: string;
}

interface MemberKey {
  readonly serverId: string;
  readonly userId: string;
}

/** A member, on request with the member's roles. */
export async function viewMember(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound"> },
  { serverId, userId }: MemberKey,
  { includeRoles }: { readonly includeRoles: boolean | undefined },
): Promise<FetchedMember> {
  const member = await findMember(db, serverId, userId);
  if (!member) throw fail("NotFound");
  if (!includeRoles) return memberView(member);
  const roles = (await listRoles(db, serverId)).filter(({ id }) => member.roles.includes(id));
  return {
    member: memberView(member),
    roles: Object.fromEntries(roles.map((role) => [role.id, roleView(role)])),
  };
}

interface MemberFilter {
  /** Only members whose id comes after this one. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  readonly onlineOnly?: boolean | undefined;
}

/**
 * Lists members by their ids. Large servers are read in pages, and other requests run in between, so the list is no
 * snapshot: members who join or leave meanwhile may be in it or not, but never twice.
 */
export async function listMembers(
  { db, viewerId }: Viewer,
  serverId: string,
  { after, limit = Number.POSITIVE_INFINITY, onlineOnly = false }: MemberFilter,
): Promise<MemberListing> {
  const { presence } = db.services;
  const listed: ViewedMember[] = [];
  for (let last = after; ; await setImmediate()) {
    const pageLimit = onlineOnly ? pageSize : Math.min(pageSize, limit - listed.length);
    const ids = await listMemberIds(db, serverId, { after: last, limit: pageLimit });
    // Connections are known without the database. Some connected users appear offline nevertheless.
    const candidates = onlineOnly ? ids.filter((id) => presence.isConnected(id)) : ids;
    const page = await viewAll({ db, viewerId }, await listMembersWithUsers(db, serverId, candidates));
    listed.push(...(onlineOnly ? page.filter(({ user }) => user.online) : page));
    if (ids.length < pageLimit || listed.length >= limit) return toListing(listed.slice(0, limit));
    last = ids.at(-1);
  }
}

/** Finds members by a part of their nickname or username. */
export async function queryMembers(viewer: Viewer, serverId: string, text: string): Promise<MemberListing> {
  const matches = await findByName(viewer.db, serverId, { text, limit: maxMatches });
  return toListing(await viewAll(viewer, matches));
}

interface ViewedMember {
  readonly member: Member;
  readonly user: User;
}

/** Members as another member of the same server sees them. */
async function viewAll({ db, viewerId }: Viewer, rows: readonly MemberWithUser[]): Promise<ViewedMember[]> {
  const users = await viewKnownUsers(
    db,
    viewerId,
    rows.map(({ user }) => user),
  );
  return rows.flatMap(({ member }, index) => {
    const user = users[index];
    return user ? [{ member: memberView(member), user }] : [];
  });
}

function toListing(viewed: readonly ViewedMember[]): MemberListing {
  return { members: viewed.map(({ member }) => member), users: viewed.map(({ user }) => user) };
}
