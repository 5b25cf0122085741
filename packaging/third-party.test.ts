import { beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupTexts } from "./licence-texts.ts";
import { lockFiles, readLockedPackages } from "./locked-packages.ts";
import { describeThirdParties } from "./third-party.ts";

const top = join(import.meta.dir, "..");
const page = readFileSync(join(top, "THIRD-PARTY.md"), "utf8");

describe("THIRD-PARTY.md", () => {
  beforeAll(() => {
    if (existsSync(join(top, "web/node_modules"))) return;
    Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], { cwd: join(top, "web") });
  });

  test("is current; `npm run third-party` writes it", () => {
    expect(describeThirdParties(top) === page).toBe(true);
  });

  test("lists every package that the web client and the program name, and those that these need", () => {
    const rows = new Set(
      [...page.matchAll(/^\| (\S+) \| (\S+) \| .+ \| \[\d+\]/gm)].map(([, ...row]) => row.join("@")),
    );
    const manifests = ["package.json", "web/package.json"].map((path) =>
      JSON.parse(readFileSync(join(top, path), "utf8")),
    );
    const named = manifests.flatMap(({ dependencies }) => Object.keys(dependencies));
    const listed = new Set([...rows].map((row) => row.slice(0, row.lastIndexOf("@"))));
    expect(named.filter((name) => !listed.has(name))).toEqual([]);
    // Two that nothing but others need, one of them in two versions.
    expect([...rows].filter((row) => /^(strtok3|jose)@/.test(row)).length).toBe(3);
    expect(page).not.toContain("| typescript |");
  });

  test("has each text once, with the copyright of each package", () => {
    const [, first = ""] = page.split(/^### Text \d+$/m);
    expect(first.match(/^- /gm)?.length).toBeGreaterThan(60);
    expect(first.match(/Permission is hereby granted/g)?.length).toBe(1);
    expect(first).toContain("- kysely ");
    expect(first).toContain("Sami Koskimäki");
    for (const text of ["GNU LESSER GENERAL PUBLIC LICENSE", "Apache License", "Mozilla Public License"])
      expect(page).toContain(text);
    expect(page).toContain("SmartBear Software");
  });

  test("names no host of a package registry", () => {
    expect(page).not.toMatch(/npmjs|unpkg|yarnpkg|jsdelivr/);
  });

  test("is not made while the notice about Bun is one of another version", () => {
    const copy = mkdtempSync(join(tmpdir(), "ermine-locks-"));
    try {
      for (const path of Object.values(lockFiles))
        cpSync(join(top, path), join(copy, path), { recursive: true });
      for (const path of ["node_modules", "web/node_modules"]) symlinkSync(join(top, path), join(copy, path));
      expect(describeThirdParties(copy)).toBe(page);
      const lock = join(copy, lockFiles.runtime);
      writeFileSync(
        lock,
        readFileSync(lock, "utf8").replaceAll(/"version": "[\d.]+"/g, '"version": "99.0.0"'),
      );
      expect(() => describeThirdParties(copy)).toThrow(/bun\.md is about another version/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

test("the locked packages are those of all lock files, and what serves tests does not ship", () => {
  const packages = readLockedPackages(top);
  expect(new Set(packages.map(({ lock }) => lock))).toEqual(new Set(Object.values(lockFiles)));
  const ships = (name: string) =>
    packages.filter((locked) => locked.name === name).map((locked) => locked.ships);
  expect(ships("typescript")).toEqual([false]);
  expect(ships("kysely")).toEqual([true]);
  expect(ships("solid-js")).toContain(true);
  expect(ships("bun")).toEqual([true]);
  expect(ships("@img/sharp-linux-arm64")).toEqual([true]);
  expect(ships("@img/sharp-win32-x64")).toEqual([false]);
});

test("texts are grouped by what they say, and keep every copyright", () => {
  const texts = groupTexts([
    { holder: "a 1", text: "MIT License\n\nCopyright (c) 2020 A\n\nDo what\nyou want." },
    { holder: "b 1", text: "The MIT License (MIT)\n\nCopyright 2021 B\n\nDo what you want.\r\n" },
    { holder: "c 1", text: "Copyright (c) C\n\nDo nothing." },
  ]);
  expect(texts).toEqual([
    {
      text: "Do what\nyou want.",
      copyrights: [
        { holder: "a 1", lines: ["Copyright (c) 2020 A"] },
        { holder: "b 1", lines: ["Copyright 2021 B"] },
      ],
    },
    { text: "Do nothing.", copyrights: [{ holder: "c 1", lines: ["Copyright (c) C"] }] },
  ]);
});
