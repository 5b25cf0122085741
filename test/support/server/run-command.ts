import { commandRecorder, recordingWrite } from "../../../src/cli/record-command.ts";
import { readInput } from "../../../src/cli/usage.ts";
import type { Output } from "../../../src/declare/command.ts";
import { fail } from "../../../src/declare/error.ts";
import { commands } from "../../../src/domains/index.ts";
import type { TestServer } from "./server.ts";

/** Runs an operator command inside the running server, so that it publishes its announcements at once. */
export async function runCommand(
  { running }: Pick<TestServer, "running">,
  ...words: readonly string[]
): Promise<Output> {
  const command = commands.find((candidate) => candidate.words.every((word, index) => words[index] === word));
  if (!command) throw new Error(`unknown command: ${words.join(" ")}`);
  const { services, store } = running;
  const { signal } = new AbortController();
  const input = { ...readInput(command, words.slice(command.words.length)), report: () => {}, signal };
  const recorder = commandRecorder(command, input);
  if (command.isStandalone) throw new Error(`${words.join(" ")} does not run inside a server`);
  const write = recordingWrite(command, recorder, store);
  return command.run({ services, ...input, ...recorder, write, fail, read: store.read });
}
