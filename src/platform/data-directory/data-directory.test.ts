import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AlreadyRunning, lockDataDirectory, repairModes } from "./data-directory.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const put = (name: string, mode: number) => {
  writeFileSync(join(folder, name), "content");
  chmodSync(join(folder, name), mode);
};

describe("the modes of a data directory", () => {
  test("are repaired to the last file, and counted", () => {
    mkdirSync(join(folder, "files/ab/cd"), { recursive: true });
    for (const name of [".", "files", "files/ab", "files/ab/cd"]) chmodSync(join(folder, name), 0o755);
    put("ermine.db", 0o644);
    put("secrets.json", 0o600);
    put("files/ab/cd/blob", 0o664);
    expect(repairModes(folder)).toEqual({ repaired: 6, open: [] });
    for (const name of [".", "files", "files/ab", "files/ab/cd"])
      expect(modeOf(join(folder, name)), name).toBe("700");
    for (const name of ["ermine.db", "secrets.json", "files/ab/cd/blob"])
      expect(modeOf(join(folder, name)), name).toBe("600");
    expect(repairModes(folder)).toEqual({ repaired: 0, open: [] });
  });

  test("of other files in it, and of the targets of links, stay", () => {
    put("secrets.json", 0o600);
    put("start.sh", 0o755);
    const outside = join(folder, "..", `${folder.split("/").at(-1)}-outside`);
    mkdirSync(outside, { mode: 0o755 });
    symlinkSync(outside, join(folder, "files"));
    mkdirSync(join(folder, "uploads"), { mode: 0o700 });
    symlinkSync(join(folder, "start.sh"), join(folder, "uploads", "link"));
    expect(repairModes(folder)).toEqual({ repaired: 0, open: [] });
    expect([modeOf(outside), modeOf(join(folder, "start.sh"))]).toEqual(["755", "755"]);
    rmSync(outside, { recursive: true });
  });

  test("are repaired where the directory itself is a link", () => {
    const data = join(folder, "data");
    mkdirSync(data);
    chmodSync(data, 0o755);
    symlinkSync(data, join(folder, "link"));
    expect(repairModes(join(folder, "link"))).toEqual({ repaired: 1, open: [] });
    expect(modeOf(data)).toBe("700");
  });

  test.each([
    ["like /tmp", 0o1777, "ermine.db"],
    ["that holds other files and was never used", 0o755, "program"],
  ])("a directory %s stays as it is, and is named", (_, mode, name) => {
    put(name, 0o600);
    chmodSync(folder, mode);
    expect(repairModes(folder)).toEqual({ repaired: 0, open: [folder] });
    expect(modeOf(folder)).toBe(mode.toString(8));
  });
});

test("a data directory has one lock at a time", () => {
  {
    using _ = lockDataDirectory(folder);
    expect(() => lockDataDirectory(folder)).toThrow(AlreadyRunning);
  }
  lockDataDirectory(folder)[Symbol.dispose]();
});
