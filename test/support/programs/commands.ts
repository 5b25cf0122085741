import { loadCommandLine } from "../../../src/cli/source-bundle.ts";
import type { CommandLine } from "../processes/command-processes.ts";

const { runCommandLine } = await loadCommandLine();

/** A reusable process for the command line: it receives the arguments of a command and sends back its result. */
process.on("message", async ({ args, folder, variables }: CommandLine) => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (name.startsWith("ERMINE_")) delete process.env[name];
  Object.assign(process.env, variables);
  let [stdout, stderr] = ["", ""];
  console.log = (text: string) => {
    stdout += `${text}\n`;
  };
  console.error = (text: string) => {
    stderr += `${text}\n`;
  };
  process.stderr.write = (text: string | Uint8Array) => {
    stderr += text;
    return true;
  };
  // In a process of its own, an error would end the process and print its stack.
  const code = await runCommandLine(args).catch((error) => {
    console.error(Bun.inspect(error));
    return 1;
  });
  process.chdir("/");
  process.send?.({ code, stdout, stderr });
});
process.on("disconnect", () => process.exit());
