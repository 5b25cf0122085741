import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockDataDirectory } from "../../src/platform/data-directory/data-directory.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { amount } from "../support/run/is-thorough.ts";
import { describeThorough } from "../support/run/thorough-test.ts";
import { until } from "../support/until.ts";

/** A bundle is made with the lowest priority. */
setDefaultTimeout(300_000);

const repository = join(import.meta.dir, "../..");

/** A copy of the sources, with the packages of this repository, that has bundles of its own. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "ermine-sources-"));
  for (const name of ["src", "importers", "package.json", "bun.lock", "tsconfig.json"])
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(repository, "node_modules")))
    if (!name.startsWith("."))
      symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name));
  return folder;
}

/** A copy of the sources with other text in the file that a bundle starts with. */
function useSources(change: (text: string) => string) {
  const copy = { folder: "" };
  const bundles = () => join(copy.folder, "node_modules/.cache/ermine-bundles");
  const commandLine = () => join(copy.folder, "src/cli/command-line.ts");
  beforeAll(() => {
    copy.folder = copySources();
    writeFileSync(commandLine(), change(readFileSync(commandLine(), "utf8")));
  });
  afterAll(() => rmSync(copy.folder, { recursive: true }));

  async function run(program: string, ...words: string[]) {
    const child = Bun.spawn([process.execPath, join(copy.folder, program), ...words], {
      cwd: copy.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, stdout, stderr };
  }
  return {
    copy,
    bundles,
    commandLine,
    finished: () =>
      readdirSync(bundles()).filter((name) => existsSync(join(bundles(), name, "command-line.js"))),
    bundleFile: () => join(bundles(), readdirSync(bundles()).sort()[0] ?? "", "command-line.js"),
    run,
    build: () => run("src/cli/build-source-bundle.ts"),
  };
}

describeThorough("a bundle of the sources", () => {
  // Something that fails, to see what its stack names.
  const { copy, bundles, finished, bundleFile, run, build } = useSources(
    (text) =>
      `${text}\nif (process.argv[2] === "fail") queueMicrotask(() => { throw new Error("on purpose"); });\n`,
  );

  test("is made by one process at a time", async () => {
    mkdirSync(bundles(), { recursive: true });
    using _ = lockDataDirectory(bundles());
    const { code } = await build();
    expect({ code, finished: finished() }).toEqual({ code: 0, finished: [] });
  });

  test.skipIf(process.platform !== "linux")(
    "is no longer made once the server has ended, even if it was killed",
    async () => {
      const home = await newMigratedHome("sqlite");
      await using server = await startProcess(home, {}, join(copy.folder, "src/main.ts"));
      const children = () => readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim();
      await until(children);
      const builder = children();
      server.kill("SIGKILL");
      await until(() => !existsSync(`/proc/${builder}`));
      expect(finished()).toEqual([]);
      home.remove();
    },
  );

  test("is complete however many processes make it", async () => {
    const results = await Promise.all(Array.from({ length: amount(1, 2) }, build));
    expect(results.map(({ code }) => code)).toContain(0);
    expect(finished()).toHaveLength(1);
    const { code, stdout } = await run("src/main.ts", "--help");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("serve") });
  });

  test("is not compiled as a whole, which takes longer than a command", () => {
    const { stdout, stderr } = Bun.spawnSync([process.execPath, "src/main.ts", "--help"], {
      cwd: copy.folder,
      env: { ...process.env, BUN_JSC_reportCompileTimes: "1" },
    });
    const compiled = `${stdout}${stderr}`.matchAll(/^Optimized .*, (\d+)[ \]].*using Baseline/gm);
    const sizes = [...compiled].map(([, size]) => Number(size));
    expect(sizes).not.toBeEmpty();
    // The code outside of all functions is one function. JavaScriptCore compiles it after some hundred turns of its loops.
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });

  test("serves, also what few calls load", async () => {
    const home = await newMigratedHome("sqlite");
    await using server = await startProcess(home, {}, join(copy.folder, "src/main.ts"));
    expect((await server.client.get("/")).status).toBe(200);
    expect((await server.client.post("/auth/passkeys/sign_in", {})).status).toBe(200);
    home.remove();
  });

  test("names the sources in its errors", async () => {
    const { stderr } = await run("src/main.ts", "fail");
    expect(stderr).toContain("on purpose");
    expect(stderr).toContain("src/cli/command-line.ts:");
    // Its bytecode is not needed.
    rmSync(`${bundleFile()}.jsc`);
    expect((await run("src/main.ts", "fail")).stderr).toContain("src/cli/command-line.ts:");
  });
});

// Of sources that load at once, unlike those of the program.
describe("a bundle", () => {
  const { copy, commandLine, bundleFile, run, build } = useSources(
    () => 'export const runCommandLine = () => console.log("sources") ?? 0;\n',
  );
  const output = async () => (await run("src/main.ts")).stdout;
  /** Makes the bundle say that it runs. */
  const mark = () =>
    writeFileSync(bundleFile(), 'export const runCommandLine = () => console.log("bundle") ?? 0;\n');

  test("runs instead of the sources", async () => {
    expect(await output()).toBe("sources\n");
    expect((await build()).code).toBe(0);
    rmSync(`${bundleFile()}.jsc`);
    mark();
    expect(await output()).toBe("bundle\n");
  });

  test("that is damaged is not used again", async () => {
    const damaged = bundleFile();
    writeFileSync(damaged, "export const runCommandLine = (");
    expect(await output()).toBe("sources\n");
    expect(existsSync(damaged)).toBe(false);
    expect((await build()).code).toBe(0);
    rmSync(`${bundleFile()}.jsc`);
    mark();
    expect(await output()).toBe("bundle\n");
  });

  test("is not used after a change of a source, even one that keeps its size and time", async () => {
    const { atime, mtime } = statSync(commandLine());
    const text = readFileSync(commandLine(), "utf8");
    writeFileSync(commandLine(), text.replace("sources", "changes"));
    utimesSync(commandLine(), atime, mtime);
    expect(await output()).toBe("changes\n");
  });

  test("is not needed where none can be written", async () => {
    renameSync(join(copy.folder, "node_modules/.cache"), join(copy.folder, "old"));
    writeFileSync(join(copy.folder, "node_modules/.cache"), "");
    expect((await build()).code).not.toBe(0);
    expect(await output()).toBe("changes\n");
  });
});
