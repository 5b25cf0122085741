import type { Command } from "../src/declare/command.ts";
import { importDiscordCommand } from "./discord/command.ts";
import { importErmineCommand } from "./ermine/command.ts";
import { importStoatCommand } from "./stoat/command.ts";

/** The commands that take over data of other services. */
export const importCommands: readonly Command[] = [
  importDiscordCommand,
  importErmineCommand,
  importStoatCommand,
];
