import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../../rules/plan-edit.ts";
import type { MemberWithRoles } from "../../members/index.ts";
import type { MemberEdit, MemberField, PartialMember } from "../model.ts";

const empty = {
  Nickname: { nickname: null },
  Pronouns: { pronouns: null },
  Avatar: { avatar: null },
  Roles: { roles: [] },
  Timeout: { timeout_until: null },
  CanPublish: { can_publish: 1 },
  CanReceive: { can_receive: 1 },
  // Clients may name these two, but members cannot lose them.
  JoinedAt: {},
  VoiceChannel: {},
} satisfies Record<MemberField, Partial<MemberWithRoles>>;

/** An edit with the avatar's file in place of its id, and the timeout parsed. */
export type PreparedMemberEdit = Omit<MemberEdit, "avatar" | "timeout" | "voice_channel"> & {
  readonly avatarFile?: File | undefined;
  /** Milliseconds since 1970. */
  readonly timeoutUntil?: number | undefined;
};

const earliest = Date.parse("0000-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** Milliseconds since 1970; undefined for times whose year does not have four digits. */
export function parseTimeout(timeout: string | number): number | undefined {
  const time = typeof timeout === "string" ? Date.parse(timeout) : timeout;
  return time >= earliest && time <= latest ? time : undefined;
}

export function planMemberEdit(
  member: MemberWithRoles,
  edit: PreparedMemberEdit,
): PlannedEdit<MemberWithRoles, MemberField, PartialMember> {
  const { remove, nickname, pronouns, avatarFile, roles, timeoutUntil, can_publish, can_receive } = edit;
  const set = {
    nickname,
    pronouns,
    avatar: avatarFile && JSON.stringify(avatarFile),
    roles: roles && [...new Set(roles)],
    timeout_until: timeoutUntil,
    can_publish: can_publish === undefined ? undefined : Number(can_publish),
    can_receive: can_receive === undefined ? undefined : Number(can_receive),
  };
  return planEdit(member, { remove, set }, { empty, show: partialMember });
}

/** Columns in the form that clients get. Unlike a whole member it includes defaults, such as `can_publish: true`. */
function partialMember(columns: Partial<MemberWithRoles>): PartialMember {
  const { nickname, pronouns, avatar, roles, timeout_until, can_publish, can_receive } = columns;
  return {
    ...(typeof nickname === "string" && { nickname }),
    ...(typeof pronouns === "string" && { pronouns }),
    ...(typeof avatar === "string" && { avatar: JSON.parse(avatar) as File }),
    ...(roles && { roles: [...roles] }),
    ...(typeof timeout_until === "number" && { timeout: new Date(timeout_until).toISOString() }),
    ...(can_publish !== undefined && { can_publish: can_publish === 1 }),
    ...(can_receive !== undefined && { can_receive: can_receive === 1 }),
  };
}
