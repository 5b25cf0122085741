/** `npm run generate` renews every file that is generated from the sources. */
import { join } from "node:path";

const top = join(import.meta.dir, "..");
const bun = process.execPath;
/** Part of the titles of tests that compare a generated file with its source; here they write the file instead. */
const titlePart = "npm run generate";

const tests = [...new Bun.Glob("{src,test}/**/*.test.ts").scanSync(top)].sort();
const texts = await Promise.all(tests.map((path) => Bun.file(join(top, path)).text()));
const generating = tests.filter((_, at) => texts[at]?.includes("process.env.ERMINE_GENERATE"));

await run([bun, "dev/list-migrations.ts"]);
// In this order: the types of the client follow from the published documents, and so does the page about compatibility.
await run([bun, "src/main.ts", "print-docs"]);
await run([bun, "web/protocol/generate.ts"]);
await run([bun, "packaging/write-third-party.ts"]);
await run([bun, "test", "--timeout", "120000", "-t", titlePart, ...generating.map((path) => `./${path}`)], {
  ERMINE_GENERATE: "1",
});
await run(["git", "status", "--short"]);

async function run(command: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = Bun.spawn([...command], {
    cwd: top,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await child.exited;
  if (code !== 0) process.exit(code);
}
