import type { Tx } from "../../../store/tx.ts";
import type { AllSessionsDeleted } from "../events.ts";
import { updateAccount } from "../store/accounts.ts";
import { endAllSessions } from "./end-sessions.ts";

const day = 86_400_000;

export async function disableAccount(tx: Tx<AllSessionsDeleted>, id: string): Promise<void> {
  await updateAccount(tx, id, { disabled: 1 });
  await endAllSessions(tx, id);
}

/** Disabled now, deleted by a job when the delay is over. */
export async function scheduleDeletion(tx: Tx<AllSessionsDeleted>, id: string): Promise<void> {
  const { clock, config } = tx.services;
  const due = clock.now() + config.accounts.deletion_delay_days * day;
  await updateAccount(tx, id, { deletion: "scheduled", deletion_digest: null, deletion_time: due });
  await disableAccount(tx, id);
}
