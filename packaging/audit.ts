/**
 * `npm run audit` looks up known vulnerabilities of all packages that the lock files name. It ends with 0 if there are
 * none, with 1 if there are, and with 2 if that could not be found out.
 */
import { parseArgs } from "node:util";
import { type Advisory, fetchAdvisories, readAdvisories } from "./advisories.ts";
import { type LockedPackage, lockFiles, readLockedPackages } from "./locked-packages.ts";
import { top } from "./make-packages.ts";
import { auditExit } from "./release-check.ts";

const { values } = parseArgs({ options: { database: { type: "string" } } });
try {
  const packages = readLockedPackages(top);
  const advisories = values.database ? readAdvisories(values.database) : await askRegistry(packages);
  const findings = listFindings(packages, advisories);
  for (const line of findings) console.log(line);
  const checked = `${packages.length} packages of ${Object.values(lockFiles).join(", ")}`;
  const known = `${findings.length === 0 ? "no" : findings.length} known vulnerabilities`;
  console.log(`${checked}: ${known}, of ${advisories.length} advisories.`);
  process.exitCode = findings.length === 0 ? auditExit.clean : auditExit.vulnerable;
} catch (error) {
  console.error(`Not checked: ${error instanceof Error ? error.message : error}.`);
  console.error(
    "Without a registry that knows advisories, name a folder with a copy of OSV's database: npm run audit -- --database DIR",
  );
  process.exitCode = auditExit.notChecked;
}

function askRegistry(packages: readonly LockedPackage[]): Promise<Advisory[]> {
  const { stdout } = Bun.spawnSync(["npm", "config", "get", "registry"], { cwd: top });
  const versions = Map.groupBy(packages, ({ name }) => name);
  return fetchAdvisories(
    stdout.toString().trim(),
    new Map([...versions].map(([name, locked]) => [name, locked.map(({ version }) => version)])),
  );
}

function listFindings(packages: readonly LockedPackage[], advisories: readonly Advisory[]): string[] {
  const byName = Map.groupBy(advisories, ({ name }) => name);
  return packages.flatMap(({ name, version, lock, ships }) => {
    const affecting = (byName.get(name) ?? []).filter(({ affects }) => affects(version));
    const use = ships ? "ships in our packages" : "is used to build and test";
    return affecting.map(({ id, summary }) => `${name} ${version} (${lock}, ${use}): ${id}: ${summary}`);
  });
}
