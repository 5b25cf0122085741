import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repeatingCannotHelp } from "../../src/cli/exit-codes.ts";

const unit = readFileSync(join(import.meta.dir, "../../packaging/files/ermine.service"), "utf8");

function settingOf(key: string): string {
  const [, value = ""] = new RegExp(`^${key}=(.*)$`, "m").exec(unit) ?? [];
  return value;
}

/** In seconds, the unit of systemd where none is given. */
function secondsOf(key: string): number {
  const [, count = "", unitOfTime = ""] = /^(\d+)(h|min|s)?$/.exec(settingOf(key)) ?? [];
  return Number(count) * ({ h: 3_600, min: 60 }[unitOfTime] ?? 1);
}

test("starts of the service that fail in the same way come to an end, even if each is ended by its timeout", () => {
  const starts = Number(settingOf("StartLimitBurst"));
  expect(starts).toBeGreaterThan(0);
  const longest = secondsOf("TimeoutStartSec") + secondsOf("RestartSec");
  expect(starts * longest).toBeLessThan(secondsOf("StartLimitIntervalSec"));
  // A database that comes up a little later than this machine is waited for.
  expect(starts * secondsOf("RestartSec")).toBeGreaterThanOrEqual(120);
});

test("the service does not repeat an upgrade that would fail in the same way", () => {
  expect(settingOf("RestartPreventExitStatus")).toBe(String(repeatingCannotHelp));
  expect(settingOf("Type")).toBe("notify");
});

test.if(Bun.which("systemd-analyze") !== null)("systemd understands every line of the service", () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-unit-"));
  const file = join(folder, "ermine.service");
  writeFileSync(file, unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`));
  const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", "verify", file]);
  rmSync(folder, { recursive: true });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
});
