import { runCommandLine } from "../../../src/cli/command-line.ts";
import type { Typed } from "../kept-commands.ts";

/** The command line in a process that stays: it is sent what is typed, and sends back what came of it. */
process.on("message", async ({ words, folder, variables }: Typed) => {
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
  // What is thrown would end a process, with its stack for people to see.
  const code = await runCommandLine(words).catch((error) => {
    console.error(Bun.inspect(error));
    return 1;
  });
  process.chdir("/");
  process.send?.({ code, stdout, stderr });
});
process.on("disconnect", () => process.exit());
