import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOfMessage } from "../support/messages/files-of-message.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { top } from "./source-files.ts";

const maxFiles = 50;
/** Two servers start with coverage, and other tests may keep the machine busy. */
const timeoutMs = 120_000;

thoroughTest(
  "a message passes the files that its page lists, and not too many",
  async () => {
    const page = readFileSync(join(top, "docs/life-of-a-message.md"), "utf8");
    const section = /^## Files that it passes\n(.*?)^## /ms.exec(page)?.[1] ?? "";
    const rows = section.split("\n").filter((line) => line.startsWith("|"));
    const listed = rows.flatMap((row) => [...row.matchAll(/`(src\/[^`]*\.ts)`/g)].map(([, file]) => file));
    const passed = (await filesOfMessage()).filter((file) => !file.startsWith("src/platform/"));
    expect(listed.toSorted()).toEqual(passed);
    expect(passed.length).toBeLessThanOrEqual(maxFiles);
  },
  timeoutMs,
);
