import { openExistingDatabase } from "../../src/compose/open-database.ts";
import { CommandError, type StandaloneCommand } from "../../src/declare/command.ts";
import { readStoatSettings } from "./files/stoat-settings.ts";
import { importStoat } from "./import-stoat.ts";

export const importStoatCommand: StandaloneCommand = {
  words: ["import", "stoat"],
  isStandalone: true,
  args: [],
  options: {
    dump: "folder or archive that mongodump has written",
    files: "DIR or s3://…, where the files of the old instance are",
    "key-file":
      "file with the key of these files: encryption_key in the section [files] of its configuration",
    "stoat-config": "Revolt.toml of the old instance: its key, and the address and keys of its bucket",
  },
  flags: {
    "old-permission-order":
      "the instance ran a version before 0.15.2, in which the default of a channel overrode the roles of its server",
  },
  doc: "Import a whole instance of Stoat into an empty database: ids, passwords, sessions and links keep working. Continues an import that was interrupted.",
  async run({ options, flags, report, record, loadConfig, lockStoppedServer }) {
    const config = loadConfig();
    const { dump, files } = options;
    if (dump === undefined || files === undefined)
      throw new CommandError("Name the dump with --dump, and the files with --files.");
    const settings = readStoatSettings({
      keyFile: options["key-file"],
      configFile: options["stoat-config"],
      configuredKey: config.import.stoat_files_key,
    });
    const lock = (opened: AsyncDisposableStack) => lockStoppedServer(config, opened);
    const outcome = await importStoat({
      config,
      dump,
      files,
      settings,
      hasOldPermissionOrder: flags.has("old-permission-order"),
      report,
      lock,
    });
    if (typeof outcome === "string") return outcome;
    await using database = await openExistingDatabase(config);
    await database.write(record);
    return outcome;
  },
};
