import { openExistingDatabase } from "../compose/open-database.ts";
import { openWithOtherSecrets } from "../compose/open-services.ts";
import type { Config } from "../config/schema.ts";
import {
  CommandError,
  type Output,
  type StandaloneCommand,
  type StandaloneContext,
} from "../declare/command.ts";
import type { Reader } from "../declare/tx.ts";
import { hooks, jobs, providers } from "../domains/index.ts";
import { type BoundToSecrets, CountBoundToSecrets, SecretsReplaced } from "../domains/operators/index.ts";
import { loadSecrets, replacementSecrets, WrongSecrets } from "../platform/secrets/secrets-file.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { checkKey, hasKey, recordKeys } from "../startup/key-check.ts";
import { createStore } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";

export const replaceSecrets: StandaloneCommand = {
  words: ["secrets", "replace"],
  isStandalone: true,
  args: [],
  flags: { yes: "do not ask" },
  doc: "Continue with new secrets when those of the database are lost: says what is lost with them, and asks first. The server must be stopped.",
  run,
};

async function run(context: StandaloneContext): Promise<Output> {
  const { flags, report, lockStoppedServer, record, recordDetails } = context;
  const config = context.loadConfig();
  // Before the lock, which is a file: in a wrong folder, nothing is created.
  await assertLost(config);
  await using opening = new AsyncDisposableStack();
  const locked = await lockStoppedServer(config, opening);
  const { secrets, areNew, store: storeSecrets } = replacementSecrets(config);
  const { database, services } = opening.use(await openWithOtherSecrets(config, secrets));
  const store = createStore({ database, services, hooks, providers, publish: "outbox", onJobs: () => {} });
  const lost = await store.read(countLost);
  report(`The secrets of this database are lost, and with them:\n${lost.map(describe).join("\n")}`);
  if (!flags.has("yes"))
    await confirm(
      `This cannot be undone. The database continues with ${areNew ? "new secrets" : "those of the configuration and of secrets.json"}.`,
    );
  locked.throwIfAborted();
  // First: once something is sealed with the new key, it must not be lost. If this ends here, run it again.
  storeSecrets();
  recordDetails(Object.fromEntries(lost.map(({ what, count }) => [what, count])));
  await store.write(async (tx) => {
    await tx.raise(SecretsReplaced, {});
    await tx.sql<SystemTables>().deleteFrom("jobs").where("name", "in", sealedJobs).execute();
    await recordKeys(tx, services.vault, secrets);
    await record(tx);
  });
  return { rows: lost.map((each) => ({ ...each })), note: nextStep(config, areNew) };
}

/** Throws unless the database has secrets, and these are not there. */
async function assertLost(config: Config): Promise<void> {
  await using database = await openExistingDatabase(config);
  try {
    if (!(await hasKey(database)))
      throw new CommandError("This database has no secrets yet. The first start of the server makes them.");
    await checkKey(database, createVault(loadSecrets(config).encryptionKey));
  } catch (error) {
    if (error instanceof WrongSecrets) return;
    throw error;
  }
  throw new CommandError(
    "The encryption key belongs to this database: nothing is lost. For a web-push key that was replaced, run `ermine secrets accept`.",
  );
}

const sealedJobs = jobs.filter(({ sealed }) => sealed).map(({ name }) => name);

async function countLost(db: Reader): Promise<BoundToSecrets[]> {
  const { count } = await db
    .sql<SystemTables>()
    .selectFrom("jobs")
    .where("name", "in", sealedJobs)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const afterwards = "They are not sent. Whoever waits for one can ask for it again.";
  return [
    ...(await db.query(CountBoundToSecrets, {})),
    { what: "queued mails", count: Number(count), afterwards },
  ];
}

function describe({ what, count, afterwards }: BoundToSecrets): string {
  return `  ${count} ${what}: ${afterwards}`;
}

function nextStep({ cluster }: Config, areNew: boolean): string {
  const copies = areNew && cluster.enabled ? " Copy secrets.json to all nodes of the cluster." : "";
  return `The secrets are replaced.${copies} Start the server, and make a backup.`;
}

/** Asks the operator, and throws unless the answer is "yes". Without a terminal there is nobody to ask. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError("Nothing was changed. Pass --yes if this is what you want.");
  const { createInterface } = process.getBuiltinModule("node:readline/promises");
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} Type "yes" to continue: `);
  if (answer.trim().toLowerCase() !== "yes") throw new CommandError("Nothing was changed.");
}
