import type { Static, TObject } from "typebox";
import type { Reader } from "../../../declare/tx.ts";
import type { accountSections, SessionInfo } from "../model.ts";
import { requireAccount } from "../store/accounts.ts";
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
  const { services } = db;
  const account = await requireAccount(db, userId);
  const [passkeys, sessions, sign_ins] = await Promise.all([
    viewPasskeys(db, account),
    viewSessions(db, userId),
    viewSignIns(db, account),
  ]);
  return {
    account: { _id: userId, email: account.email },
    mfa: viewMfaStatus(account, services),
    methods: methodsOf(account, services),
    passkeys,
    sessions,
    sign_ins,
  };
}
