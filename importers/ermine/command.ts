import { resolve } from "node:path";
import type { Command, CommandContext, Output } from "../../src/declare/command.ts";
import { requireNamedOwner } from "../../src/domains/users/index.ts";
import { createReport, ImportProblems } from "../problems.ts";
import { createProgress } from "../progress.ts";
import { chooseServer, type ServerChoice } from "../write/choose-server.ts";
import { openArchive } from "./archive-file.ts";
import { assertForeign, assertOwnFiles } from "./assert-foreign.ts";
import { type CheckedArchive, checkArchive } from "./check-archive.ts";
import { importErmine } from "./import-ermine.ts";
import { movedId } from "./moved-ids.ts";
import { type VerifiedCount, verifyImport } from "./verify-import.ts";

export const importErmineCommand: Command = {
  words: ["import", "ermine"],
  args: ["archive"],
  options: {
    server: "id of a server to import into, or name of the new one; by default that of the archive",
    owner: "who is to own the new server: an id or name#1234; by default its imported owner",
    report: "file to list everything that cannot be taken, as JSON lines; it must not exist",
  },
  flags: { "dry-run": "write nothing, and say what would come, what cannot come, and why" },
  doc: "Import an archive that `export server` wrote on another host, while the server runs or not. A second run adds what is new.",
  run,
};

const dayMs = 86_400_000;

async function run(context: CommandContext): Promise<Output> {
  const { args, options, flags, services, report, read } = context;
  const list = options.report === undefined ? undefined : createReport(options.report);
  const problems = new ImportProblems(list?.write);
  try {
    const owner = options.owner;
    const ownerId = owner === undefined ? undefined : (await read((db) => requireNamedOwner(db, owner))).id;
    const path = resolve(args[0] ?? "");
    const file = await openArchive(path);
    const total = Bun.file(path).size;
    let target: ServerChoice = { serverId: "", name: "" };
    const archive = await checkArchive(file, {
      progress: createProgress({ doing: "Reading", unit: "messages", total, report }),
      latest: services.clock.now() + dayMs,
      async onStructure(structure) {
        const { _id, name } = structure.server;
        target = await chooseServer(context, { serverId: movedId("server", _id), name });
        await read((db) => assertForeign(db, structure, target.serverId));
      },
      onMessages: (messages) => read((db) => assertOwnFiles(db, messages)),
    });
    const { serverId, name } = target;
    context.nameTarget(serverId);
    const isDryRun = flags.has("dry-run");
    const importing = { ...context, source: "ermine", problems, isDryRun };
    const taken = await importErmine({ archive, serverId, name, ownerId }, importing);
    const verified = isDryRun ? countsOf(archive) : await verifyImport(archive, serverId, importing);
    const failed = problems.rows().map(({ problem, count = 0, examples = "" }) => ({
      what: String(problem),
      archive: count,
      here: 0,
      examples,
    }));
    const missing = verified.filter(({ archive: there, here }) => !isDryRun && here < there);
    const notes = [
      isDryRun ? "Nothing was written." : `Imported into the server ${name} (${serverId}).`,
      ...missing.map(
        ({ what, archive: there, here }) =>
          `Of ${there} ${what}, ${here} are here: the others could not be taken, or were deleted here since.`,
      ),
    ];
    const rows = [
      ...verified,
      ...taken.map(({ what = "", count = 0 }) => ({ what, archive: null, here: count })),
    ];
    return { rows: [...rows.map((row) => ({ ...row, examples: "" })), ...failed], note: notes.join("\n") };
  } finally {
    await list?.close();
  }
}

function countsOf({ manifest: { counts } }: CheckedArchive): readonly VerifiedCount[] {
  const { roles, channels, emojis: emoji, users: people, members, messages, files } = counts;
  return Object.entries({ roles, channels, emoji, people, members, messages, files }).map(
    ([what, count]) => ({ what, archive: count, here: 0 }),
  );
}
