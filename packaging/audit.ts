import { type Advisory, fetchAdvisories, readAdvisories } from "./advisories.ts";
import { type LockedPackage, lockFiles, readLockedPackages } from "./locked-packages.ts";
import { auditExit } from "./release-check.ts";

interface AuditOptions {
  readonly top: string;
  /** A folder with advisories in the format of OSV; without it, a registry is asked. */
  readonly database: string | undefined;
  readonly findRegistry: () => string;
  readonly log: (line: string) => void;
}

/** Looks up known vulnerabilities of all packages that the lock files name, and returns the exit code. */
export async function audit({ top, database, findRegistry, log }: AuditOptions): Promise<number> {
  try {
    const packages = readLockedPackages(top);
    const advisories = database
      ? readAdvisories(database)
      : await fetchAdvisories(findRegistry(), versionsOf(packages));
    const findings = listFindings(packages, advisories);
    for (const line of findings) log(line);
    const checked = `${packages.length} packages of ${Object.values(lockFiles).join(", ")}`;
    const known = `${findings.length === 0 ? "no" : findings.length} known vulnerabilities`;
    log(`${checked}: ${known}, of ${advisories.length} advisories.`);
    return findings.length === 0 ? auditExit.clean : auditExit.vulnerable;
  } catch (error) {
    log(`Not checked: ${error instanceof Error ? error.message : error}.`);
    log(
      "Without a registry that knows advisories, name a folder with a copy of OSV's database: npm run audit -- --database DIR",
    );
    return auditExit.notChecked;
  }
}

function versionsOf(packages: readonly LockedPackage[]): Map<string, string[]> {
  const byName = Map.groupBy(packages, ({ name }) => name);
  return new Map([...byName].map(([name, locked]) => [name, locked.map(({ version }) => version)]));
}

function listFindings(packages: readonly LockedPackage[], advisories: readonly Advisory[]): string[] {
  const byName = Map.groupBy(advisories, ({ name }) => name);
  return packages.flatMap(({ name, version, lock, ships }) => {
    const affecting = (byName.get(name) ?? []).filter(({ affects }) => affects(version));
    const use = ships ? "ships in our packages" : "is used to build and test";
    return affecting.map(({ id, summary }) => `${name} ${version} (${lock}, ${use}): ${id}: ${summary}`);
  });
}
