import type {
  Command,
  CommandContext,
  CommandInput,
  CommandRecord,
  StandaloneContext,
} from "../declare/command.ts";
import { recordOperatorAction } from "../domains/operators/index.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { createIds } from "../platform/ids/ids.ts";
import type { Store } from "../store/store.ts";
import { userOfMachine } from "./user-of-machine.ts";

type Recorder = CommandRecord & Pick<StandaloneContext, "record">;

/** Records a command in the audit log, as its declaration and its input describe it. */
export function commandRecorder(command: Command, { args, options, flags }: CommandInput): Recorder {
  const secrets = "secretOptions" in command ? (command.secretOptions ?? []) : [];
  let target = args[0] ?? null;
  let details: Readonly<Record<string, unknown>> = Object.fromEntries([
    ...command.args.map((name, index) => [name, args[index]]).slice(1),
    ...Object.entries(options).filter(([name]) => !secrets.includes(name)),
    ...[...flags].map((name) => [name, true]),
  ]);
  return {
    nameTarget(id) {
      target = id;
    },
    recordDetails(more) {
      details = { ...details, ...more };
    },
    record: (tx) =>
      recordOperatorAction(
        { sql: () => tx.sql(), services: tx.services ?? { ids: createIds(systemClock) } },
        { source: "command", actor: userOfMachine(), action: command.words.join(" "), target, details },
      ),
  };
}

/** The `write` of a command. Its first transaction records the command. */
export function recordingWrite(
  command: Command,
  { record }: Pick<Recorder, "record">,
  store: Pick<Store, "write">,
): CommandContext["write"] {
  let isRecorded = false;
  return async (work) => {
    if (command.isReadOnly) throw new Error(`\`${command.words.join(" ")}\` is declared read-only`);
    const result = await store.write(async (tx) => {
      const done = await work(tx);
      if (!isRecorded) await record(tx);
      return done;
    });
    isRecorded = true;
    return result;
  };
}
