import { readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./source-files.ts";

/** A file or folder of `src/`, what it is for, and which of those below it may be imported there. */
export interface Layer {
  readonly path: string;
  readonly holds: string;
  /** Files, folders or patterns of them. */
  readonly mayImport: readonly string[];
}

/** From the top to the bottom: a layer imports only layers further down. */
export const layers: readonly Layer[] = [
  {
    path: "src/main.ts",
    holds: "the program: hands its arguments to `cli/`",
    mayImport: ["src/cli/", "src/config/process-environment.ts"],
  },
  {
    path: "src/cli/",
    holds: "runs commands, writes `docs/reference/`",
    mayImport: [
      "src/server/",
      "src/compose/",
      "importers/index.ts",
      "src/backup/",
      "src/backup/destinations/",
      "src/web/",
      "src/http/",
      "src/gateway/",
      "src/domains/index.ts",
      "src/domains/*/index.ts",
      "src/startup/",
      "src/store/",
      "src/declare/",
      "src/permissions/",
      "src/platform/",
      "src/config/",
      "src/migrations/",
      "package.json",
    ],
  },
  {
    path: "importers/",
    holds: "takes over communities and whole instances of other services",
    mayImport: [
      "src/backup/",
      "src/compose/",
      "src/domains/*/index.ts",
      "src/startup/",
      "src/rules/",
      "src/declare/",
      "src/permissions/",
      "src/platform/",
      "src/config/schema.ts",
      "src/migrations/",
      "src/protocol/",
    ],
  },
  {
    path: "src/server/",
    holds: "starts a server: opens all of its parts in order, and closes them in reverse",
    mayImport: [
      "src/backup/",
      "src/web/",
      "src/http/",
      "src/gateway/",
      "src/compose/",
      "src/worker/",
      "src/domains/index.ts",
      "src/startup/",
      "src/store/",
      "src/declare/",
      "src/platform/",
      "src/config/",
      "package.json",
    ],
  },
  {
    path: "src/backup/",
    holds: "archives of rows, secrets and files, and copies of rows between engines",
    mayImport: [
      "src/compose/",
      "src/backup/destinations/",
      "src/domains/index.ts",
      "src/domains/*/index.ts",
      "src/startup/",
      "src/store/",
      "src/declare/",
      "src/platform/",
      "src/config/",
      "src/migrations/",
      "package.json",
    ],
  },
  {
    path: "src/web/",
    holds: "the pages for browsers: builds and serves the web client, plain pages without it",
    mayImport: [
      "src/http/",
      "src/domains/*/index.ts",
      "src/input/",
      "src/declare/",
      "src/platform/",
      "src/config/",
      "package.json",
    ],
  },
  {
    path: "src/http/",
    holds: "serves routes: authentication, limits, input, replies, the published description",
    mayImport: [
      "src/domains/*/index.ts",
      "src/input/",
      "src/store/",
      "src/declare/",
      "src/platform/",
      "src/config/schema.ts",
      "src/config/buckets.ts",
      "src/protocol/",
      "package.json",
    ],
  },
  {
    path: "src/gateway/",
    holds: "serves the event stream: connections, subscriptions, Ready, presence",
    mayImport: [
      "src/domains/*/index.ts",
      "src/input/",
      "src/store/",
      "src/declare/",
      "src/permissions/",
      "src/platform/",
      "src/config/schema.ts",
      "src/visibility/",
      "src/protocol/",
    ],
  },
  {
    path: "src/compose/",
    holds: "chooses the engines that the configuration asks for; nothing else imports one",
    mayImport: [
      "src/domains/index.ts",
      "src/startup/",
      "src/declare/",
      "src/platform/",
      "src/config/",
      "src/migrations/",
      "package.json",
    ],
  },
  {
    path: "src/worker/",
    holds: "runs jobs, relays the outbox",
    mayImport: [
      "src/startup/",
      "src/backup/destinations/",
      "src/store/",
      "src/declare/",
      "src/platform/",
      "src/visibility/",
    ],
  },
  {
    path: "src/domains/",
    holds: "the features, one folder for each subject",
    mayImport: [
      "src/startup/key-check.ts",
      "src/backup/destinations/",
      "src/input/",
      "src/rules/",
      "src/store/",
      "src/declare/",
      "src/permissions/",
      "src/platform/",
      "src/config/describe-config.ts",
      "src/config/schema.ts",
      "src/config/setup-file.ts",
      "src/visibility/",
      "src/protocol/",
      "package.json",
    ],
  },
  {
    path: "src/startup/",
    holds: "what is checked when a server starts: its keys and its clock",
    mayImport: ["src/store/", "src/declare/", "src/platform/"],
  },
  {
    path: "src/backup/destinations/",
    holds: "what is known about backups: destinations, archives, problems",
    mayImport: ["src/store/system-tables.ts", "src/platform/", "src/config/schema.ts"],
  },
  {
    path: "src/input/",
    holds: "reads what clients send, within bounds: bodies, JSON",
    mayImport: ["src/declare/error.ts"],
  },
  {
    path: "src/rules/",
    holds: "pure functions that several domains share",
    mayImport: [],
  },
  {
    path: "src/store/",
    holds: "the unit of work: reads and transactions, with their events, jobs and hooks",
    mayImport: ["src/declare/", "src/platform/", "src/visibility/"],
  },
  {
    path: "src/declare/",
    holds:
      "how domains declare events, errors, limits, hooks, queries, jobs, resources, routes, endpoints, commands and gauges, and what their handlers are given: `Reader`, `Tx`, `Services`",
    mayImport: [
      "src/permissions/",
      "src/platform/",
      "src/config/schema.ts",
      "src/config/buckets.ts",
      "src/config/public-urls.ts",
      "src/visibility/",
      "src/protocol/",
    ],
  },
  {
    path: "src/permissions/",
    holds: "who may do what: pure functions",
    mayImport: ["src/visibility/"],
  },
  {
    path: "src/platform/",
    holds: "ports and their engines, and what every part uses: clock, ids, log, secrets",
    mayImport: ["src/config/schema.ts", "src/migrations/kit.ts", "src/visibility/"],
  },
  {
    path: "src/config/",
    holds: "every configuration key with its default and meaning",
    mayImport: [],
  },
  {
    path: "src/migrations/",
    holds: "the initial database schema, and the steps since then",
    mayImport: [],
  },
  {
    path: "src/visibility/",
    holds: "who sees what: topics, announcements of events, changes of a user's view",
    mayImport: [],
  },
  {
    path: "src/protocol/",
    holds: "the schemas of the wire",
    mayImport: [],
  },
];

/** Lowest first, as the registry lists them, with the comments of their declarations: a domain may import only the index of those before it. */
export const domains: Readonly<Record<string, string>> = Object.fromEntries(
  [...domainList().matchAll(/^ {2}(\w+),$/gm)].map(([, name = ""]) => [name, describeDomain(name)]),
);

export const domainOrder = Object.keys(domains);

function domainList(): string {
  const registry = readFileSync(join(top, "src/domains/index.ts"), "utf8");
  return /^const domains = \[([^\]]*)/m.exec(registry)?.[1] ?? "";
}

function describeDomain(name: string): string {
  const text = readFileSync(join(top, "src/domains", name, "domain.ts"), "utf8");
  const [, comment] = /\/\*\* (.*)\. \*\/\nexport const \w+: Domain =/.exec(text) ?? [];
  if (comment === undefined) throw new Error(`src/domains/${name}/domain.ts needs a comment of one line`);
  return comment.charAt(0).toLowerCase() + comment.slice(1);
}

/** The folders next to `src/`. */
export const otherFolders = {
  "bin/": "the launcher behind every npm script: set-up, then Bun",
  "runtime/": "pins the Bun that npm installs",
  "importers/": "a package of the commands that take over communities and whole instances of other services",
  "test/": "tests of the whole server, and `support/` for them; unit tests are next to the code",
  "bench/": "load generator and benchmarks",
  "dev/": "the server behind `npm run dev`, with the pages from their sources",
  "packaging/":
    "makes the packages: an executable, a package for Debian, an image; audits dependencies, lists licences",
  "examples/": "bots and a bridge to start from, files for a cluster",
  "web/": "the web client, a package of its own; `ui/` holds its shared components",
  "desktop/": "the desktop shell, a program in Rust around the web client of any server",
  "docs/": "guides and decisions; `reference/` is generated",
};
