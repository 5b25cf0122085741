import type { ListPage } from "../../../declare/page.ts";
import type { Reader } from "../../../declare/tx.ts";
import {
  type AccountRow,
  findAccount,
  listAccountsAmong,
  listSessions,
  viewSignInsOf,
} from "../../accounts/index.ts";
import { readUsage } from "../../files/index.ts";
import { listOwnedServers } from "../../members/index.ts";
import { listUsersAfter, searchUsers, type UserRow } from "../../users/index.ts";
import type { AdminUser, AdminUserDetails } from "../model.ts";
import { sessionView, userView } from "../rules/user-views.ts";

export async function viewUsers(db: Reader, page: ListPage, text: string | undefined): Promise<AdminUser[]> {
  const rows = await (text === undefined ? listUsersAfter(db, page) : searchUsers(db, page, text));
  const accounts = await listAccountsAmong(
    db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return rows.map((row) => viewUserOf(db, row, byId.get(row.id)));
}

export async function viewUserDetails(db: Reader, row: UserRow): Promise<AdminUserDetails> {
  const { claimed, today } = await readUsage(db, row.id);
  const owned = await listOwnedServers(db, row.id);
  return {
    user: await viewUser(db, row),
    sessions: (await listSessions(db, row.id)).map(sessionView),
    sign_ins: await viewSignInsOf(db, row.id),
    owned_servers: owned.map(({ id, name }) => ({ _id: id, name })),
    stored_bytes: claimed,
    uploaded_today: today,
  };
}

export async function viewUser(db: Reader, row: UserRow): Promise<AdminUser> {
  return viewUserOf(db, row, await findAccount(db, row.id));
}

function viewUserOf({ services }: Reader, row: UserRow, account: AccountRow | undefined): AdminUser {
  return userView(row, account, services.presence.isConnected(row.id));
}
