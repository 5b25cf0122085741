import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles, top } from "../../architecture/source-files.ts";

test("CONTRIBUTING.md lists every place with tests that are left to the thorough run", () => {
  const text = readFileSync(join(top, "CONTRIBUTING.md"), "utf8");
  const [, table = ""] = text.split("### What a usual run leaves out");
  const places = table.matchAll(/^\| (`.*?`) \|/gm).flatMap(([, names = ""]) => names.split(", "));
  const listed = [...places].map((name) => name.replaceAll("`", ""));
  const leaveOut = sourceFiles("{src,test,web}/**/*.test.ts").filter(({ text }) =>
    /\b(thoroughTest|describeThorough|isThorough|usually)\b/.test(text),
  );
  const others = leaveOut.filter(({ path }) => !listed.some((place) => path.startsWith(place)));
  expect(others.map(({ path }) => path)).toEqual([]);
});
