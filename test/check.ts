/**
 * `npm run check` checks types and lint, which takes seconds where it has run before. `npm run check PATH…` checks the
 * lint of these paths, and the types of the parts that they belong to.
 */
import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import { changedSinceLint, lintCheck, markLint, typeChecks } from "./support/run/source-checks.ts";

const top = join(import.meta.dir, "..");
const paths = process.argv.slice(2).map((path) => normalize(path));
const missing = paths.filter((path) => !existsSync(join(top, path)));
for (const path of missing) console.error(`There is no "${path}".`);
if (missing.length > 0) process.exit(2);

const beganAt = new Date();
const toLint = paths.length > 0 ? paths : changedSinceLint();
const checks = [...typeChecks(paths), ...(toLint?.length === 0 ? [] : [lintCheck(toLint)])];
const codes = await Promise.all(
  checks.map(async ({ name, command, env }) => {
    const child = Bun.spawn([...command], {
      cwd: top,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const outputs = [new Response(child.stdout).text(), new Response(child.stderr).text()];
    const [output, errors] = await Promise.all(outputs);
    const code = await child.exited;
    if (code !== 0) process.stdout.write(`${output}${errors}`);
    console.log(`${code === 0 ? "(pass)" : "(fail)"} ${name}`);
    if (code === 0 && name === "lint" && paths.length === 0) markLint(beganAt);
    return code;
  }),
);
process.exit(Math.max(...codes) === 0 ? 0 : 1);
