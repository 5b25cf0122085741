import type { Static, TObject } from "typebox";
import type { Reader } from "../../../declare/tx.ts";
import type { accountSections, SessionInfo } from "../model.ts";
import { requireAccount, requireAccountInfo } from "../store/accounts.ts";
import { listSessions } from "../store/sessions.ts";
import { methodsOf, viewMfaStatus } from "./mfa.ts";
import { viewPasskeys } from "./passkeys.ts";
import { viewSignIns } from "./view-sign-ins.ts";

/** The sessions of a user, oldest first. */
export async function viewSessions(db: Reader, userId: string): Promise<SessionInfo[]> {
  return (await listSessions(db, userId)).map(({ id, name }) => ({ _id: id, name }));
}

export async function viewAccount(
  db: Reader,
  userId: string,
): Promise<Static<TObject<typeof accountSections>>> {
  const [info, mfa, account, passkeys, sessions, sign_ins] = await Promise.all([
    requireAccountInfo(db, userId),
    viewMfaStatus(db, userId),
    requireAccount(db, userId),
    viewPasskeys(db, userId),
    viewSessions(db, userId),
    viewSignIns(db, userId),
  ]);
  return { account: info, mfa, methods: methodsOf(account, db.services), passkeys, sessions, sign_ins };
}
