import Type, { type Static } from "typebox";
import { backupProblems } from "../../backup/destinations/problems.ts";
import { maxListed, model, Timestamp } from "../../protocol/schema.ts";
import { pageParameters } from "./page-model.ts";

const Count = Type.Integer({ minimum: 0 });
const Amount = Type.Number({ minimum: 0 });
const Text = Type.String();

export const JobQuery = Type.Object({
  ...pageParameters,
  state: Type.Optional(
    Type.Enum(["waiting", "running", "failed", "all"], { description: "All of them, if absent." }),
  ),
});

export const AdminJob = model("AdminJob", "A background job.", {
  _id: Text,
  name: Text,
  state: Type.Enum(["waiting", "running", "failed"]),
  due_at: Timestamp,
  attempts: Count,
  last_error: Type.Optional(Text),
});
export type AdminJob = Static<typeof AdminJob>;

export const AdminConfigurationValue = model("AdminConfigurationValue", "A key of the configuration.", {
  key: Text,
  value: Type.Optional(Type.Unknown({ description: "Absent for secrets." })),
  is_secret: Type.Boolean(),
  is_default: Type.Boolean(),
  doc: Text,
});
export type AdminConfigurationValue = Static<typeof AdminConfigurationValue>;

export const AdminSample = model("AdminSample", "The load of a node at one moment.", {
  at: Timestamp,
  connections: Count,
  requests_per_second: Amount,
  messages_per_second: Amount,
  memory_bytes: Count,
  cpu: Type.With(Amount, { description: "Of one core: 1 keeps one core busy." }),
  lag_ms: Type.With(Amount, { description: "The longest delay of the event loop since the sample before." }),
});
export type AdminSample = Static<typeof AdminSample>;

const Problem = Type.Enum([...backupProblems]);

const AdminBackupProblem = model("AdminBackupProblem", "What is wrong with the backups of a destination.", {
  destination: Text,
  problem: Problem,
  since: Type.Optional(
    Type.With(Timestamp, {
      description: "When the first backup or verification failed, or the last one began that succeeded.",
    }),
  ),
});
export type AdminBackupProblem = Static<typeof AdminBackupProblem>;

const AdminCertificate = model("AdminCertificate", "A certificate at a public address of the server.", {
  name: Type.With(Text, { description: "The host, and the port unless it is 443." }),
  expires_at: Timestamp,
});

export const AdminOverview = model("AdminOverview", "The state of the server in figures.", {
  version: Text,
  commit: Type.Optional(Text),
  node: Type.With(Text, {
    description: "The node that answers, which `started_at` and `samples` are about.",
  }),
  started_at: Timestamp,
  counts: Type.Record(Type.String(), Count, {
    maxProperties: 100,
    description: "How much there is, as of `counted_at`. Empty until the tables were first counted.",
  }),
  counted_at: Type.Optional(Timestamp),
  online_users: Count,
  open_reports: Count,
  failed_jobs: Count,
  last_backup_at: Type.Optional(Timestamp),
  backups_made: Type.With(Type.Boolean(), {
    description: "Whether backups are made: on a schedule, or by somebody in the last two days.",
  }),
  backup_problems: Type.Array(AdminBackupProblem, { maxItems: maxListed }),
  expiring_certificates: Type.Array(AdminCertificate, {
    maxItems: 3,
    description: "The certificates at the public addresses that expire within three weeks.",
  }),
  samples: Type.Array(AdminSample, {
    maxItems: 360,
    description: "One every 10 seconds of the last hour, oldest first.",
  }),
});
export type AdminOverview = Static<typeof AdminOverview>;

const AdminLastBackup = model("AdminLastBackup", "How the last backup to the usual place went.", {
  started_at: Timestamp,
  finished_at: Type.Optional(Timestamp),
  bytes: Type.Optional(Count),
  ok: Type.Boolean(),
  error: Type.Optional(Text),
});

const AdminArchive = model("AdminArchive", "The archive of a backup.", {
  name: Text,
  at: Timestamp,
  bytes: Type.With(Count, { description: "Without the files, which the archives share." }),
});

const AdminBackupDestination = model(
  "AdminBackupDestination",
  "How backups to a directory or bucket went, by the server or by commands.",
  {
    destination: Type.With(Text, { description: "Of single files, their folder and `*.tar`." }),
    is_of_server: Type.With(Type.Boolean(), { description: "Whether the server makes them by itself." }),
    every_seconds: Type.Optional(
      Type.With(Count, {
        description: "The time between two backups; absent if they are made now and then.",
      }),
    ),
    problems: Type.Array(Problem, { maxItems: backupProblems.length }),
    succeeded_at: Type.Optional(Timestamp),
    bytes: Type.Optional(Count),
    failing_since: Type.Optional(Timestamp),
    failed_at: Type.Optional(Timestamp),
    error: Type.Optional(Text),
    verified_at: Type.Optional(Type.With(Timestamp, { description: "The last one that was found intact." })),
    is_encrypted: Type.With(Type.Boolean(), { description: "Whether the last backup is encrypted." }),
    was_opened: Type.Optional(
      Type.With(Type.Boolean(), {
        description:
          "Whether the last verification could open what is encrypted: the server itself may have no key.",
      }),
    ),
    repaired_files: Type.With(Count, {
      description: "How many files the last backup and the last verification found damaged and copied again.",
    }),
    damaged_since: Type.Optional(Timestamp),
    damage: Type.Optional(Text),
  },
);
export type AdminBackupDestination = Static<typeof AdminBackupDestination>;

export const AdminBackups = model("AdminBackups", "The backups of the server.", {
  every: Type.Optional(Type.With(Text, { description: "As configured; absent if none are scheduled." })),
  verify_every: Type.Optional(
    Type.With(Text, { description: "As configured; absent if the server verifies none." }),
  ),
  keep: Type.Optional(Count),
  to: Type.Optional(Text),
  made: Type.With(Type.Boolean(), {
    description: "Whether backups are made: on a schedule, or by somebody in the last two days.",
  }),
  last: Type.Optional(AdminLastBackup),
  destinations: Type.Array(AdminBackupDestination, { maxItems: maxListed }),
  backups: Type.Array(AdminArchive, {
    maxItems: maxListed,
    description: "Newest first; empty unless they are in a directory.",
  }),
});
export type AdminBackups = Static<typeof AdminBackups>;
