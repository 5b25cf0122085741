/**
 * `npm run proof cluster`, `package`, `feature` and `compatibility` prove more than the tests; they end with 1 if something
 * is wrong. The second also audits the dependencies, and ends with 2 if only that was not possible.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkRelease } from "../../packaging/release-check.ts";
import { proveCluster } from "./cluster/prove-cluster.ts";
import { printReport } from "./cluster/report.ts";
import { proveCompatibility } from "./compatibility/prove-compatibility.ts";
import { proveFeature } from "./feature/prove-feature.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: "4" },
    nodes: { type: "string", default: "4" },
    people: { type: "string", default: "40" },
    redis: { type: "boolean", default: false },
    faults: { type: "string", multiple: true },
    database: { type: "string" },
    cuts: { type: "string", default: "10000" },
  },
});
if (positionals.join(" ") === "package") {
  const files = ["executable", "packages"].map((name) => join(import.meta.dir, `package/${name}.proof.ts`));
  const auditor = join(import.meta.dir, "../../packaging/run-audit.ts");
  const run = (...args: string[]) =>
    Bun.spawn([process.execPath, ...args], { stdio: ["ignore", "inherit", "inherit"] }).exited;
  const code = await checkRelease({
    audit: () => run(auditor, ...(values.database ? ["--database", values.database] : [])),
    prove: () => run("test", "--timeout", "900000", ...files),
    log: console.error,
  });
  process.exit(code);
}
if (positionals.join(" ") === "resume") {
  const file = join(import.meta.dir, "resume/resume.proof.ts");
  const proof = Bun.spawn([process.execPath, "test", "--timeout", "86400000", file], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ERMINE_PROOF_CUTS: values.cuts },
  });
  process.exit(await proof.exited);
}
if (positionals.join(" ") === "feature") process.exit((await proveFeature(console.log)) ? 0 : 1);
if (positionals.join(" ") === "compatibility") process.exit((await proveCompatibility(console.log)) ? 0 : 1);
if (positionals.join(" ") !== "cluster") {
  console.error(
    "npm run proof feature\nnpm run proof resume -- [--cuts N]\nnpm run proof compatibility\nnpm run proof package -- [--database DIR]\nnpm run proof cluster -- [--seed N] [--minutes N] [--nodes N] [--people N] [--redis] [--faults KIND]…",
  );
  process.exit(1);
}
// So that what runs at the exit of this process ends the others.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
console.log(`seed ${seed}`);
const report = await proveCluster({
  seed,
  nodes: Number(values.nodes),
  servers: 3,
  people: Number(values.people),
  viewersPerPerson: 5,
  writers: 16,
  writerPauseMs: 600,
  redis: values.redis,
  durationMs: Number(values.minutes) * 60_000,
  ...(values.faults && { faults: values.faults.map((kind) => [kind]) }),
  log: console.log,
});
printReport(report);
process.exit(report.violations.length === 0 ? 0 : 1);
