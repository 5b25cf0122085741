import { readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";

/** What is known about vulnerable versions of a package. */
export interface Advisory {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  affects(version: string): boolean;
}

/** Known to every registry that knows advisories; one that does not tell this one knows none. */
const knownVulnerable = { name: "lodash", version: "4.17.4" };

/** As `npm audit` compares: a version before a release is affected like the release. */
const options = { includePrerelease: true };

/** The advisories of the registry that npm is configured with, about these versions; as `npm audit` asks for them. */
export async function fetchAdvisories(
  registry: string,
  versions: ReadonlyMap<string, readonly string[]>,
): Promise<Advisory[]> {
  const url = new URL(
    "-/npm/v1/security/advisories/bulk",
    registry.endsWith("/") ? registry : `${registry}/`,
  );
  const { name, version } = knownVulnerable;
  const asked = new Map([...versions, [name, [...(versions.get(name) ?? []), version]]]);
  const found = await fetchJson(url, JSON.stringify(Object.fromEntries(asked)));
  if (!found[name]?.length)
    throw new Error(`the registry at ${url.origin} tells no advisories, not even about ${name} ${version}`);
  return Object.entries(found).flatMap(([name, advisories]) =>
    advisories.map(({ url: page, title, severity, vulnerable_versions: range }) => {
      if (semver.validRange(range) === null)
        throw new Error(`${page} names versions of ${name} that are no range: ${range}`);
      const affects = (version: string) => semver.satisfies(version, range, options);
      return { id: page, name, summary: `${title} (${severity})`, affects };
    }),
  );
}

type RegistryReply = Record<
  string,
  { readonly url: string; title: string; severity: string; vulnerable_versions: string }[]
>;

async function fetchJson(url: URL, body: string): Promise<RegistryReply> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`it responds with ${response.status}`);
    return (await response.json()) as RegistryReply;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the registry at ${url.origin} tells no advisories: ${reason}`);
  }
}

/** An entry of a database in the format of OSV, as far as it matters here. */
interface OsvEntry {
  readonly id: string;
  readonly summary?: string;
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string; readonly name?: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly { readonly type: string; readonly events: readonly OsvEvent[] }[];
  }[];
}

type OsvEvent = Partial<Record<"introduced" | "fixed" | "last_affected" | "limit", string>>;

/** The advisories about npm packages in a folder of JSON files in the format of OSV, withdrawn ones left out. */
export function readAdvisories(folder: string): Advisory[] {
  const found = listJson(folder).flatMap((path) => advisoriesIn(path));
  if (found.length === 0)
    throw new Error(`${folder} holds no advisories about npm packages in the format of OSV`);
  return found;
}

function listJson(folder: string): string[] {
  try {
    return [...new Bun.Glob("**/*.json").scanSync(folder)].sort().map((path) => join(folder, path));
  } catch (error) {
    throw new Error(`${folder} cannot be read: ${(error as Error).message}`);
  }
}

function advisoriesIn(path: string): Advisory[] {
  let entry: OsvEntry;
  try {
    entry = JSON.parse(readFileSync(path, "utf8")) as OsvEntry;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (entry.withdrawn !== undefined) return [];
  return (entry.affected ?? []).flatMap(({ package: { ecosystem, name = "" } = {}, versions, ranges }) => {
    if (ecosystem !== "npm") return [];
    const affects = (version: string) =>
      versions?.includes(version) === true ||
      // Of the other kind are commits of Git, which do not say anything about versions.
      (ranges ?? []).some(({ type, events }) => type !== "GIT" && isInRange(version, events));
    return [{ id: entry.id, name, summary: entry.summary ?? "no summary", affects }];
  });
}

/** A version is affected if, in the order of versions, the last event up to it introduced the vulnerability. */
function isInRange(version: string, events: readonly OsvEvent[]): boolean {
  const changes = events.flatMap(({ introduced, fixed, last_affected, limit }): Change[] => {
    if (introduced !== undefined)
      return [{ at: introduced === "0" ? "0.0.0-0" : introduced, affected: true }];
    const end = fixed ?? limit;
    if (end !== undefined) return [{ at: end, affected: false }];
    return last_affected === undefined ? [] : [{ at: last_affected, isAfter: true, affected: false }];
  });
  const reached = changes
    .toSorted((a, b) => semver.compare(a.at, b.at, true))
    .filter(({ at, isAfter }) => semver.compare(version, at, true) >= (isAfter ? 1 : 0));
  return reached.at(-1)?.affected ?? false;
}

interface Change {
  readonly at: string;
  /** Whether it concerns the versions after that one only. */
  readonly isAfter?: boolean;
  readonly affected: boolean;
}
