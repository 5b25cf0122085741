import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import { migrationsUpTo, versionAfter } from "../../src/migrations/kit.ts";
import { isTest, sourceFiles, top } from "./source-files.ts";

const read = (path: string) => readFileSync(join(top, path), "utf8");
const program = [
  ...[...sourceFiles("src/**/*.ts")].filter((file) => !isTest(file)).map(({ text }) => text),
  read("packaging/files/postrm"),
].join("\n");

/** Without values, which differ: a text is in the source as these pieces. */
const quoted: Readonly<Record<string, readonly string[]>> = {
  "first-hour": [
    "the key belongs to the database",
    "reaches this server",
    "accepts WebSockets",
    "reported by",
    "off: ",
    "there is no livekit-server on the PATH",
    "accepted a mail from",
  ],
  moderation: [
    "owns servers, which would be deleted too:",
    "Pass --transfer-to USER to give them to somebody else, or --delete-servers.",
  ],
  monitoring: ["InsufficientStorage", "DatabaseError", "the database does not respond"],
  running: ["built the web client"],
  troubleshooting: [
    "Another server is running on the data directory",
    "cannot be used: ",
    ", and this process runs as user ",
    "Run it as its owner, or: chown -R ",
    "There is no database of Ermine at",
    "Run this command where the server runs, ",
    "The upgrade of the database first copies it to",
    "must be free on that disk, and",
    "The upgrade of the database from version",
    "is missing, which holds the encryption key of the database",
    "Start the server, and check that",
    "reaches it: DNS, proxy, firewall and public_url.",
    "the certificate of the server in",
    "Renew it and reload the web server:",
    "accepts no WebSocket",
    "Configure the proxy to forward WebSockets at",
    ", with the headers Upgrade and Connection.",
    ", but the proxy is not trusted: all clients share its rate limits",
    " to trusted_proxies.",
    "the web client could not be built",
    "off: smtp.host is empty",
    "job failed, will be retried",
    "S3 cannot be reached: ",
    "the clock is behind the time of the last run",
    "a write takes ",
    "(docs/operating/voice.md says how to turn it on)",
    "a push service refused a notification",
  ],
  uninstalling: ["The data of Ermine is still in /var/lib/ermine."],
  upgrading: [
    "Copying the database before its upgrade, ",
    "Copying the database before its upgrade: ",
    "Upgrading the database to version ",
    "database migrated",
    " of the schema, and this program needs version ",
    ", or start the server, which does the same.",
    " failed during ",
    "To go back, start the version of Ermine that ran before; it needs nothing else.",
    "A copy of the database from before the upgrade is at ",
    "; this program knows versions up to ",
    "Start a newer Ermine, or restore a backup made with this one.",
    "a newer version has migrated the database; upgrade this node too",
  ],
  voice: [
    "the signalling cannot be reached",
    "LiveKit does not run behind it",
    "does not answer as LiveKit does",
    "does not know the key",
    "different secret",
    "clients reach LiveKit, but Ermine does not",
    "the clock of the voice node differs",
    "nothing answers there",
    "no sound gets through",
    "sound arrives, but by TCP",
    "sound arrives (UDP, ",
  ],
  web: ["the web client could not be built"],
};

describe("what the pages for operators quote", () => {
  test.each(Object.entries(quoted))("%s.md has the texts of the program", (name, texts) => {
    const page = read(`docs/operating/${name}.md`);
    expect(texts.filter((text) => !page.includes(text))).toEqual([]);
    expect(texts.filter((text) => !program.includes(text))).toEqual([]);
  });

  test("versions of the database are versions that can be upgraded, and steps are migrations", () => {
    const initial = versionAfter(migrations.slice(0, 1));
    for (const { path, text } of sourceFiles("docs/operating/*.md")) {
      const versions = [...text.matchAll(/versions? (?:up to )?(\d{2})\b(?!\.)|before-upgrade-from-(\d+)/g)];
      for (const [, plain, ofSnapshot] of versions) {
        const version = Number(plain ?? ofSnapshot);
        // PostgreSQL has versions too.
        if (version === 15) continue;
        expect(version, path).toBeGreaterThanOrEqual(initial);
        expect(version, path).toBeLessThanOrEqual(newestVersion);
      }
      for (const [, step = "", name] of text.matchAll(/step (\d+) \(([a-z ]+)\)/g))
        expect(migrationsUpTo(migrations, Number(step)).at(-1)?.name, path).toBe(name);
    }
  });

  test("a node opens as many connections to PostgreSQL as they say", () => {
    const sizes = [
      "src/compose/cluster.ts",
      "src/platform/counters/postgres/postgres.ts",
      "src/platform/database/postgres/turns/write-turns.ts",
      "src/platform/database/postgres/commit-log.ts",
    ].map((path) => Number(/poolSize(?: =|:) (\d+)/.exec(read(path))?.[1]));
    const single = [
      "src/platform/database/postgres/server-lock.ts",
      "src/platform/nodes/postgres/postgres-link.ts",
    ];
    for (const path of single) expect(read(path), path).toContain("max: 1");
    const more = sizes.reduce((sum, size) => sum + size, single.length);
    for (const page of ["cluster", "troubleshooting"])
      expect(read(`docs/operating/${page}.md`)).toContain(`\`2 × database.pool_size + ${more}\``);
  });

  test("the paths of the server are those that a proxy must leave to it", () => {
    const [, names = ""] = /\/\^\\\/\(([^)]*)\)/.exec(read("src/web/web-pages.ts")) ?? [];
    const paths = names
      .split("|")
      .flatMap((name) =>
        name === "livekit[^/]*" ? ["livekit", "livekit-ingress"] : [name.replace("\\", "")],
      );
    expect(paths.length).toBeGreaterThan(5);
    const [, listed = ""] =
      /except those below (.*), which belong to the server/.exec(read("docs/operating/web.md")) ?? [];
    expect([...listed.matchAll(/`\/([^`]+)`/g)].map(([, path]) => path)).toEqual(paths);
  });
});
