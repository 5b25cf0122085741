import type { Command } from "../declare/command.ts";
import { importDiscordCommand } from "./discord/command.ts";
import { importErmineCommand } from "./ermine/command.ts";

/** The commands that take over data of other services. */
export const importCommands: readonly Command[] = [importDiscordCommand, importErmineCommand];
