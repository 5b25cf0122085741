import type { Tx } from "../../../declare/tx.ts";
import type { PlannedEdit } from "../../../rules/plan-edit.ts";
import { recordAudit } from "../../audit/index.ts";
import { type MemberWithRoles, memberVisibilityData } from "../../members/index.ts";
import { MemberUpdated } from "../events.ts";
import type { MemberField, PartialMember } from "../model.ts";
import { setRoles, updateMember } from "../store/members.ts";

/** Stores a planned edit, records it in the audit log, and announces it. The server is locked. */
export async function storeMemberEdit(
  tx: Tx<typeof MemberUpdated>,
  member: MemberWithRoles,
  { changes, data, clear, before }: PlannedEdit<MemberWithRoles, MemberField, PartialMember>,
  { by, reason }: { readonly by: string; readonly reason: string | undefined },
): Promise<MemberWithRoles> {
  const { server_id, user_id } = member;
  const { roles, ...columns } = changes;
  await updateMember(tx, member, columns);
  if (roles) await setRoles(tx, member, roles);
  const action = { type: "MemberEdit", user: user_id, before, after: data } as const;
  await recordAudit(tx, { server: server_id, by, target: user_id, reason, action });
  const after = { ...member, ...changes };
  tx.emit(
    MemberUpdated,
    { id: { server: server_id, user: user_id }, data, clear },
    memberVisibilityData(after),
  );
  return after;
}
