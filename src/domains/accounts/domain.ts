import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import {
  CountBoundToSecrets,
  countOf,
  personalRows,
  SecretsReplaced,
  Statistics,
} from "../operators/index.ts";
import { withLocations } from "./actions/view-sign-ins.ts";
import { accountCommands } from "./commands/accounts.ts";
import { inviteCommands } from "./commands/invites.ts";
import { AllSessionsDeleted, LoggedOut, SessionDeleted } from "./events.ts";
import {
  deleteExpiredSessionsJob,
  deleteExpiredTicketsJob,
  deleteScheduledAccounts,
  sendMail,
} from "./jobs.ts";
import { mailsSent } from "./metrics.ts";
import { decoyHash, geoIp } from "./resources.ts";
import * as routes from "./routes/index.ts";
import { findAccount } from "./store/accounts.ts";
import { listPasskeys } from "./store/passkeys.ts";
import { countRecoveryCodes, countSecondFactors, removeSecondFactors } from "./store/second-factors.ts";
import { listSessions } from "./store/sessions.ts";
import { listSignIns } from "./store/sign-ins.ts";

/** Registration, login, sessions, second factors, deletion. */
export const accounts: Domain = {
  name: "accounts",
  routes: Object.values(routes),
  events: [SessionDeleted, AllSessionsDeleted, LoggedOut],
  jobs: [sendMail, deleteScheduledAccounts, deleteExpiredSessionsJob, deleteExpiredTicketsJob],
  commands: [...accountCommands, ...inviteCommands],
  counters: [mailsSent],
  resources: [decoyHash, geoIp],
  hooks: [on(SecretsReplaced, removeSecondFactors)],
  providers: [
    provide(CountBoundToSecrets, countSecondFactors),
    provide(CountBoundToSecrets, countRecoveryCodes),
    provide(Statistics, countOf("accounts")),
    provide(Statistics, countOf("sessions")),
    personalRows("account.json", async (db, userId) => {
      const account = await findAccount(db, userId);
      if (!account) return [];
      const { id, email, new_email, disabled, verification, deletion, deletion_time, totp } = account;
      return [{ id, email, new_email, disabled, verification, deletion, deletion_time, totp }];
    }),
    personalRows("sign-ins.json", async (db, userId) =>
      withLocations(
        db,
        (await listSignIns(db, userId)).map(({ account_id: _, ...signIn }) => signIn),
      ),
    ),
    personalRows("sessions.json", async (db, userId) =>
      (await listSessions(db, userId)).map(({ id, name, last_seen }) => ({ id, name, last_seen })),
    ),
    personalRows("passkeys.json", async (db, userId) =>
      (await listPasskeys(db, userId)).map(({ account_id, counter, ...passkey }) => passkey),
    ),
  ],
};
