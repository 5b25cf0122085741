import { accountsStep } from "../collections/accounts.ts";
import { auditStep } from "../collections/audit.ts";
import { channelsStep } from "../collections/channels.ts";
import { contentsStep, filesStep } from "../collections/files.ts";
import { bansStep, membersStep } from "../collections/members.ts";
import { messagesStep } from "../collections/messages.ts";
import { reportsStep, snapshotsStep } from "../collections/safety.ts";
import { emojisStep, invitesStep, webhooksStep } from "../collections/server-objects.ts";
import { serversStep } from "../collections/servers.ts";
import { accountInvitesSteps, sessionsStep } from "../collections/sessions.ts";
import { policyStep, settingsStep, unreadsStep } from "../collections/user-state.ts";
import { botsStep, relationsStep, usersStep } from "../collections/users.ts";
import type { ImportStep } from "../step.ts";

/** Files and their contents come first: all others contain copies of files, which are replaced by what was taken. */
export const fileSteps: readonly ImportStep[] = [contentsStep, filesStep];

/** In an order in which everything that a document refers to is there before it. */
export const steps: readonly ImportStep[] = [
  accountsStep,
  sessionsStep,
  ...accountInvitesSteps,
  usersStep,
  relationsStep,
  botsStep,
  serversStep,
  channelsStep,
  membersStep,
  bansStep,
  emojisStep,
  invitesStep,
  webhooksStep,
  messagesStep,
  unreadsStep,
  settingsStep,
  policyStep,
  reportsStep,
  snapshotsStep,
  auditStep,
];

const takenCollections = new Set([
  "migrations",
  ...[...fileSteps, ...steps].map(({ collection }) => collection),
]);

/** Whether the collection is read. */
export function isTaken(collection: string): boolean {
  return takenCollections.has(collection);
}
