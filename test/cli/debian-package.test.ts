import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packDeb } from "../../packaging/deb.ts";
import { readText } from "../../packaging/make-packages.ts";
import { targets } from "../../packaging/target.ts";
import { inCopyOfMachine, run } from "../proof/package/roots.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";

setDefaultTimeout(120_000);

const target = targets.find(({ arch }) => arch === process.arch);

/** Whether dpkg can install packages into a copy of this machine. */
function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !target || !Bun.which("dpkg") || !existsSync("/dev/shm")) return false;
  const folder = mkdtempSync("/dev/shm/ermine-deb-");
  try {
    run(inCopyOfMachine(folder, ["true"]));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isPossible = canInstall();
if (!isPossible) console.log("skipped: the package for Debian, which takes root on Debian, and mounts");

const release = { commit: "c".repeat(40), seconds: 1_700_000_000 };

/** A package with all but the real executable, and with this setting at the end of the configuration. */
function makeDeb(version: string, setting: string): Promise<Buffer> {
  if (!target) throw new Error("there are no packages for this machine");
  const text = (name: string) =>
    name === "ermine.toml" ? Buffer.concat([readText(name), Buffer.from(`${setting}\n`)]) : readText(name);
  const executable = Buffer.from("#!/bin/sh\n");
  return packDeb({ ...release, version }, target, { executable, text, pages: new Map() });
}

describe.skipIf(!isPossible)("the package for Debian", () => {
  let folder = "";
  const changes = () => join(folder, "changes");
  const configFile = () => join(changes(), "etc/ermine/ermine.toml");
  /** Runs a command as a script does, without a terminal: a question would find the end of its input. */
  const inside = (...command: string[]) => run(inCopyOfMachine(folder, command), { LC_ALL: "C" });
  const install = (deb: Buffer) => {
    writeFileSync(join(changes(), "package/ermine.deb"), deb);
    return inside("dpkg", "--install", "/package/ermine.deb");
  };
  const stateOf = () => inside("dpkg-query", "--show", `--showformat=\${Status} \${Version}`, "ermine");

  beforeEach(() => {
    folder = mkdtempSync("/dev/shm/ermine-deb-");
    mkdirSync(join(changes(), "package"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is upgraded without a terminal after its configuration was edited, which stays", async () => {
    install(await makeDeb("1.0.0", "# first"));
    expect(readFileSync(configFile(), "utf8")).toContain("# first");
    expect((statSync(configFile()).mode & 0o777).toString(8)).toBe("640");
    appendFileSync(configFile(), 'public_url = "https://chat.example.org"\n');
    const edited = readFileSync(configFile(), "utf8");
    install(await makeDeb("1.1.0", "# second"));
    expect(stateOf()).toBe("install ok installed 1.1.0");
    expect(readFileSync(configFile(), "utf8")).toBe(edited);
    expect(readFileSync(join(changes(), "usr/share/ermine/ermine.toml"), "utf8")).toContain("# second");
    // A removed package leaves its configuration, a purged one does not.
    inside("dpkg", "--remove", "ermine");
    expect(readFileSync(configFile(), "utf8")).toBe(edited);
    inside("dpkg", "--purge", "ermine");
    inside("sh", "-c", "! ls -d /etc/ermine /usr/share/ermine 2> /dev/null | grep .");
  });

  test("brings the configuration back if it is gone", async () => {
    install(await makeDeb("1.0.0", "# first"));
    rmSync(configFile());
    install(await makeDeb("1.1.0", "# second"));
    expect(readFileSync(configFile(), "utf8")).toContain("# second");
  });

  test("names the command that shows the log", async () => {
    mkdirSync(join(changes(), "run/systemd/system"), { recursive: true });
    writeFileSync(join(changes(), "package/ermine.deb"), await makeDeb("1.0.0", "# first"));
    expect(inside("dpkg", "--install", "/package/ermine.deb")).toContain("journalctl --unit ermine\n");
    expect(stateOf()).toBe("install ok installed 1.0.0");
  });

  thoroughTest(
    "takes over an edited configuration that an older package had as a file of its own",
    async () => {
      const old = join(changes(), "package/old");
      mkdirSync(join(old, "DEBIAN"), { recursive: true });
      mkdirSync(join(old, "etc/ermine"), { recursive: true });
      writeFileSync(join(old, "DEBIAN/conffiles"), "/etc/ermine/ermine.toml\n");
      const control = ["Package: ermine", "Version: 0.9.0", `Architecture: ${target?.debian}`];
      const fields = [...control, "Maintainer: Nobody <nobody@localhost>", "Description: older"];
      writeFileSync(join(old, "DEBIAN/control"), `${fields.join("\n")}\n`);
      writeFileSync(join(old, "etc/ermine/ermine.toml"), "port = 8080\n");
      inside("dpkg-deb", "--build", "/package/old", "/package/old.deb");
      inside("dpkg", "--install", "/package/old.deb");
      writeFileSync(configFile(), "port = 9000\n");
      install(await makeDeb("1.0.0", "# new"));
      expect(stateOf()).toBe("install ok installed 1.0.0");
      expect(readFileSync(configFile(), "utf8")).toBe("port = 9000\n");
    },
  );
});
