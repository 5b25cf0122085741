import type { ReleasedMigration } from "../kit.ts";
import { createAccounts } from "./accounts.ts";
import { createChannels } from "./channels.ts";
import { createCluster } from "./cluster.ts";
import { createFiles } from "./files.ts";
import { createMessages } from "./messages.ts";
import { createReports } from "./reports.ts";
import { createServers } from "./servers.ts";
import { createSystem } from "./system.ts";
import { createUsers } from "./users.ts";
import { createVoice } from "./voice.ts";

/** The first schema. Development versions took 29 steps to it, and databases count on from there. */
export const initial: ReleasedMigration = {
  name: "initial schema",
  version: 29,
  breaks: "it creates the database",
  async up(db, dialect) {
    await createSystem(db);
    await createAccounts(db);
    await createUsers(db);
    await createFiles(db);
    await createServers(db);
    await createChannels(db);
    await createMessages(db, dialect);
    await createReports(db);
    await createVoice(db);
    // A server on SQLite is alone.
    if (dialect === "postgres") await createCluster(db);
  },
};
