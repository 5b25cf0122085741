import { readFile } from "node:fs/promises";
import { type Command, type CommandContext, CommandError, type Output } from "../../src/declare/command.ts";
import { requireNamedOwner } from "../../src/domains/users/index.ts";
import { createReport, ImportProblems } from "../problems.ts";
import { createProgress } from "../progress.ts";
import { chooseServer } from "../write/choose-server.ts";
import { askDiscord, noFacts } from "./discord-api.ts";
import { findExports } from "./export-files.ts";
import { importDiscord } from "./import-discord.ts";
import { planServer } from "./plan.ts";
import { surveyExports } from "./survey.ts";

export const importDiscordCommand: Command = {
  words: ["import", "discord"],
  args: ["export"],
  repeatsLast: true,
  options: {
    server: "id of a server to import into, or name of the new one; by default that of the export",
    owner: "who is to own the new server: an id or name#1234",
    "token-file": "file with the token of a bot, to ask Discord for owner, order, permissions and roles",
    report: "file to list everything that cannot be taken, as JSON lines; it must not exist",
  },
  flags: { "dry-run": "write nothing, and say what would come, what cannot come, and why" },
  doc: "Import the JSON files of DiscordChatExporter, while the server runs or not. A second run adds what is new.",
  run,
};

const dayMs = 86_400_000;

async function run(context: CommandContext): Promise<Output> {
  const { args, options, flags, services, report } = context;
  const list = options.report === undefined ? undefined : createReport(options.report);
  const problems = new ImportProblems(list?.write);
  try {
    const owner = options.owner;
    const ownerId =
      owner === undefined ? undefined : (await context.read((db) => requireNamedOwner(db, owner))).id;
    const files = await findExports(args, problems);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const progress = createProgress({ doing: "Reading", unit: "messages", total, report });
    const survey = await surveyExports(files, { progress, latest: services.clock.now() + dayMs });
    const token = await readToken(options["token-file"]);
    const facts =
      token === undefined
        ? noFacts
        : await askDiscord(survey.guild.id, { fetch: services.outboundFetch, token });
    const plan = planServer(survey, facts, problems);
    const { serverId, name } = await chooseServer(context, { serverId: plan.id, name: plan.server.name });
    context.nameTarget(serverId);
    const isDryRun = flags.has("dry-run");
    const taken = await importDiscord(
      { survey, facts, plan: { ...plan, server: { ...plan.server, name } }, serverId, ownerId },
      { ...context, source: "discord", problems, isDryRun },
    );
    const failed = problems.rows().map(({ problem, ...rest }) => ({ what: problem ?? "", ...rest }));
    const notes = [
      isDryRun ? "Nothing was written." : `Imported into the server ${name} (${serverId}).`,
      ...(survey.isFormatted
        ? ["The export was made without `--markdown false`: mentions of roles and channels are plain text."]
        : []),
      ...(token === undefined
        ? [
            "Without --token-file, permissions are unknown: every member can view every channel. Check the channels before you invite anybody.",
          ]
        : facts.missing.map((what) => `Discord did not tell: ${what}.`)),
    ];
    return { rows: [...taken, ...failed], note: notes.join("\n") };
  } finally {
    await list?.close();
  }
}

async function readToken(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const token = (await readFile(path, "utf8")).trim();
  if (!/^[\w.-]{20,200}$/.test(token)) throw new CommandError(`${path} does not hold the token of a bot.`);
  return token;
}
