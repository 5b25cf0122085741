import { timeOfId } from "../../../platform/ids/ids.ts";
import type { File } from "../../../protocol/file.ts";
import { type AccountRow, hasSecondFactor, type SessionRow } from "../../accounts/index.ts";
import type { UserRow } from "../../users/index.ts";
import type { AdminAccount, AdminSession, AdminUser } from "../model.ts";

export const timestamp = (ms: number) => new Date(ms).toISOString();
export const createdAt = (id: string) => timestamp(timeOfId(id));

function accountView(row: AccountRow): AdminAccount {
  return {
    email: row.email,
    verified: row.verification !== "pending",
    disabled: row.disabled === 1,
    second_factor: hasSecondFactor(row),
    ...(row.deletion === "scheduled" && { deleted_at: timestamp(row.deletion_time ?? 0) }),
  };
}

/** An image, from the column that holds its file. */
export const fileOf = (column: string) => JSON.parse(column) as File;

export function userView(row: UserRow, account: AccountRow | undefined, online: boolean): AdminUser {
  return {
    _id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    ...(row.display_name !== null && { display_name: row.display_name }),
    ...(row.avatar !== null && { avatar: fileOf(row.avatar) }),
    created_at: createdAt(row.id),
    online,
    privileged: row.privileged === 1,
    flags: row.flags,
    badges: row.badges,
    ...(row.bot_owner !== null && { bot_owner: row.bot_owner }),
    ...(account && { account: accountView(account) }),
  };
}

export function sessionView({ id, name, last_seen, subscription }: SessionRow): AdminSession {
  return {
    _id: id,
    name,
    created_at: createdAt(id),
    last_seen: timestamp(last_seen),
    receives_push: subscription !== null,
  };
}
