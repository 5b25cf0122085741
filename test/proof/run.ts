/**
 * `npm run proof NAME` proves more than the tests, and ends with 1 if something is wrong. `package` also audits the
 * dependencies, and ends with 2 if only that was not possible.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "../../dev/read-options.ts";
import { checkRelease } from "../../packaging/release-check.ts";
import { proveCluster } from "./cluster/prove-cluster.ts";
import { printReport } from "./cluster/report.ts";
import { proveCompatibility } from "./compatibility/prove-compatibility.ts";
import { proveFeature } from "./feature/prove-feature.ts";
import { createNetwork, removeNetwork, serverSpace } from "./firewall/network.ts";
import { proveFuzz } from "./fuzz/prove-fuzz.ts";
import { pageOf, printFuzzReport } from "./fuzz/report.ts";
import { proveMutants } from "./mutants/prove-mutants.ts";
import { printMutants } from "./mutants/report.ts";
import { proveUpstream } from "./upstream/prove-upstream.ts";

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    seed: { type: "string" },
    minutes: { type: "string" },
    nodes: { type: "string", default: "4" },
    people: { type: "string", default: "40" },
    redis: { type: "boolean", default: false },
    faults: { type: "string", multiple: true },
    database: { type: "string" },
    cuts: { type: "string", default: "10000" },
    messages: { type: "string", default: "2000000" },
    requests: { type: "string", default: "1000000" },
    frames: { type: "string", default: "200000" },
    publish: { type: "boolean", default: false },
    mutants: { type: "string", default: "300" },
    below: { type: "string", default: "" },
    journal: { type: "string" },
    tests: { type: "string", default: "25" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));

interface Proof {
  readonly options: string;
  /** Returns the exit code. */
  run(): Promise<number>;
}

const proofs: Readonly<Record<string, Proof>> = {
  thorough: {
    options: "",
    run: () => runBun([join(import.meta.dir, "../run.ts")], { ERMINE_TEST_THOROUGH: "1" }),
  },
  feature: { options: "", run: async () => ((await proveFeature(console.log)) ? 0 : 1) },
  compatibility: { options: "", run: async () => ((await proveCompatibility(console.log)) ? 0 : 1) },
  resume: {
    options: "[--seed N] [--cuts N] [--minutes N]",
    run: () =>
      runBun(["test", "--timeout", "86400000", join(import.meta.dir, "resume/resume.proof.ts")], {
        ERMINE_PROOF_CUTS: values.cuts,
        ...(values.minutes !== undefined && { ERMINE_PROOF_MINUTES: values.minutes }),
        ERMINE_PROOF_SEED: String(seed % 2 ** 31),
      }),
  },
  import: {
    options: "[--messages N]",
    run: () =>
      runBun(["test", "--timeout", "86400000", join(import.meta.dir, "import/import.proof.ts")], {
        ERMINE_PROOF_MESSAGES: values.messages,
      }),
  },
  firewall: { options: "", run: runFirewall },
  voice: {
    options: "",
    run: () => runBun(["test", "--timeout", "300000", join(import.meta.dir, "voice/voice.proof.ts")]),
  },
  desktop: { options: "", run: runDesktop },
  fuzz: { options: "[--seed N] [--requests N] [--frames N] [--publish]", run: runFuzz },
  mutants: {
    options: "[--seed N] [--mutants N] [--below PATH] [--tests N] [--journal FILE] [--minutes N]",
    run: runMutants,
  },
  package: { options: "[--database DIR]", run: runPackage },
  upstream: { options: "DIR", run: async () => (proveUpstream(others[0] ?? "", console.log) ? 0 : 1) },
  cluster: {
    options: "[--seed N] [--minutes N] [--nodes N] [--people N] [--redis] [--faults KIND]…",
    run: runCluster,
  },
};

// So that what runs at the exit of this process ends the others.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const [name = "", ...others] = positionals;
const proof = proofs[name];
if (!proof || others.length !== (proof.options === "DIR" ? 1 : 0)) {
  for (const [name, { options }] of Object.entries(proofs))
    console.error(`npm run proof ${name}${options && ` -- ${options}`}`);
  process.exit(1);
}
if (proof.options.includes("--seed")) console.log(`seed ${seed}`);
process.exit(await proof.run());

function runBun(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return Bun.spawn([process.execPath, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  }).exited;
}

/** As root: the server and its clients are in network namespaces. */
async function runFirewall(): Promise<number> {
  await createNetwork();
  try {
    const file = join(import.meta.dir, "firewall/firewall.proof.ts");
    const test = [process.execPath, "test", "--timeout", "120000", file];
    return await Bun.spawn(["ip", "netns", "exec", serverSpace, ...test], {
      stdio: ["ignore", "inherit", "inherit"],
    }).exited;
  } finally {
    await removeNetwork();
  }
}

/** Makes the Debian package of the desktop shell, and uses what is in it. */
async function runDesktop(): Promise<number> {
  const folder = join(import.meta.dir, "../../desktop");
  const target = process.env.CARGO_TARGET_DIR ?? join(folder, "target");
  const packages = join(target, "release/bundle/deb");
  rmSync(packages, { recursive: true, force: true });
  const command = ["npm", "run", "package", "--", "--bundles", "deb", "--", "--locked"];
  const made = await Bun.spawn(command, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] }).exited;
  if (made !== 0) return made;
  const [file = ""] = new Bun.Glob("*.deb").scanSync(packages);
  return runBun(["test", "--timeout", "120000", join(import.meta.dir, "desktop/desktop.proof.ts")], {
    ERMINE_DESKTOP_PACKAGE: join(packages, file),
  });
}

function runPackage(): Promise<number> {
  const file = join(import.meta.dir, "package/packages.proof.ts");
  const auditor = join(import.meta.dir, "../../packaging/run-audit.ts");
  return checkRelease({
    audit: () => runBun([auditor, ...(values.database ? ["--database", values.database] : [])]),
    prove: () => runBun(["test", "--timeout", "900000", file]),
    log: console.error,
  });
}

async function runFuzz(): Promise<number> {
  const [requests, frames] = [Number(values.requests), Number(values.frames)];
  const reports = await proveFuzz({ seed, requests, frames, log: console.log });
  const faults = printFuzzReport(reports);
  if (values.publish) {
    const commit = Bun.spawnSync(["git", "rev-parse", "--short", "HEAD"]).stdout.toString().trim();
    const run = { date: new Date().toISOString().slice(0, 10), commit, seed, faults: faults.length };
    await Bun.write(join(import.meta.dir, "../../docs/proof/fuzz.md"), pageOf(reports, run));
  }
  return faults.length === 0 ? 0 : 1;
}

async function runMutants(): Promise<number> {
  const { tried, left } = await proveMutants({
    seed,
    count: Number(values.mutants),
    below: values.below,
    maxTests: Number(values.tests),
    journal: values.journal,
    minutes: Number(values.minutes ?? Number.POSITIVE_INFINITY),
    log: console.log,
  });
  return printMutants(tried, left) ? 0 : 1;
}

async function runCluster(): Promise<number> {
  const report = await proveCluster({
    seed,
    nodes: Number(values.nodes),
    servers: 3,
    people: Number(values.people),
    viewersPerPerson: 5,
    writers: 16,
    writerPauseMs: 600,
    redis: values.redis,
    durationMs: Number(values.minutes ?? 4) * 60_000,
    ...(values.faults && { faults: values.faults.map((kind) => [kind]) }),
    log: console.log,
  });
  printReport(report);
  return report.violations.length === 0 ? 0 : 1;
}
