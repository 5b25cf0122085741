import { call } from "../api/call.ts";
import type { AdminRecovery, AdminRecoveryLink, AdminUser, AdminUserEdit } from "../api/types.ts";

type Known = Pick<AdminUser, "_id">;

const pathOf = ({ _id }: Known) => `/admin/users/${_id}`;

export const disableAccount = (user: Known) => call("POST", `${pathOf(user)}/disable`);
export const enableAccount = (user: Known) => call("POST", `${pathOf(user)}/enable`);
export const recoverAccount = (user: Known, body: AdminRecovery) =>
  call<AdminRecoveryLink>("POST", `${pathOf(user)}/recover`, { body });
export const endAllSessions = (user: Known) => call("DELETE", `${pathOf(user)}/sessions`);
export const endSession = (user: Known, session: string) =>
  call("DELETE", `${pathOf(user)}/sessions/${session}`);
export const editUser = (user: Known, body: AdminUserEdit) =>
  call<AdminUser>("PATCH", pathOf(user), { body });

export const wipeReasons = ["spam", "suspended", "banned"] as const;
export type WipeReason = (typeof wipeReasons)[number];
export const wipeUser = (user: Known, reason: WipeReason) =>
  call("POST", `${pathOf(user)}/wipe`, { body: { reason } });
