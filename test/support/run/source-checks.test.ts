import { describe, expect, test } from "bun:test";
import { sortTypeErrors, typeChecks, withImports } from "./source-checks.ts";

const names = (paths: string[]) => typeChecks(paths).map(({ name }) => name);
const [server, web] = ["types", "types of the web client"];

describe("the checks of types", () => {
  test.each<readonly [string[], (string | undefined)[]]>([
    [[], [server, web]],
    [["src/http/app.ts"], [server, web]],
    [["src/http"], [server, web]],
    [["test/api/messages"], [server]],
    [["src/permissions/bits.test.ts"], [server]],
    [["web/component-tests/find.test.ts"], [web]],
    [
      ["web/component-tests/find.test.ts", "bench/run.ts"],
      [server, web],
    ],
  ])("of %p are those of the parts that they belong to", (paths, expected) => {
    expect<unknown>(names(paths)).toEqual(expected);
  });

  test("concern a file and what it imports, directly or not", () => {
    const files = withImports(["test/support/run/source-checks.test.ts"]);
    expect(files).toContain("test/support/run/source-checks.ts");
    expect(files).toContain("test/architecture/source-files.ts");
    expect(files).not.toContain("test/run.ts");
  });

  test("report the errors in these files with all their lines, and others apart", () => {
    const own = "src/a.ts(1,2): error TS2322: Type 'x' is not assignable.\n  Types of property 'y' differ.";
    const other = "src/b.ts(3,4): error TS1: No.";
    const sorted = sortTypeErrors(`${own}\n${other}\n`, new Set(["src/a.ts"]));
    expect(sorted).toEqual({ own: [own], others: [`${other}\n`] });
  });
});
