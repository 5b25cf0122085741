import type { Command, CommandContext, CommandInput } from "../declare/command.ts";
import { type OperatorAction, recordOperatorAction } from "../domains/operators/index.ts";
import { systemClock } from "../platform/clock/clock.ts";
import type { Database } from "../platform/database/port.ts";
import { createIds } from "../platform/ids/ids.ts";
import type { Store } from "../store/store.ts";
import { userOfMachine } from "./user-of-machine.ts";

/** The writing part of a command's context. Its first transaction records the command; read-only ones have none. */
export function recordCommand(
  command: Command,
  input: CommandInput,
  store: Pick<Store, "write">,
): Pick<CommandContext, "write" | "nameTarget" | "recordDetails"> {
  let target = input.args[0] ?? null;
  let isRecorded = false;
  let more: Readonly<Record<string, unknown>> = {};
  return {
    nameTarget(id) {
      target = id;
    },
    recordDetails(details) {
      more = details;
    },
    async write(work) {
      if (command.isReadOnly) throw new Error(`\`${command.words.join(" ")}\` is declared read-only`);
      const result = await store.write(async (tx) => {
        const done = await work(tx);
        if (isRecorded) return done;
        const action = describe(command, input);
        const details = { ...action.details, ...more };
        await recordOperatorAction(tx, { ...action, target, details });
        return done;
      });
      isRecorded = true;
      return result;
    },
  };
}

/** Records a command that runs without the services of the server, once it has done its work. */
export function recordOnDatabase(
  database: Database,
  action: Pick<OperatorAction, "action" | "target" | "details">,
): Promise<void> {
  const services = { ids: createIds(systemClock) };
  return database.write((queries) =>
    recordOperatorAction(
      { sql: () => queries.sql(), services },
      { source: "command", actor: userOfMachine(), ...action },
    ),
  );
}

function describe(command: Command, { args, options, flags }: CommandInput): Omit<OperatorAction, "target"> {
  const secrets = (!command.isReadOnly && command.secretOptions) || [];
  const others = command.args.map((name, index) => [name, args[index]]).slice(1);
  const given = Object.entries(options).filter(([name]) => !secrets.includes(name));
  return {
    source: "command",
    actor: userOfMachine(),
    action: command.words.join(" "),
    details: Object.fromEntries([...others, ...given, ...[...flags].map((name) => [name, true])]),
  };
}
