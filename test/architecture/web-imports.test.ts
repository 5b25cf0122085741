import { describe, expect, test } from "bun:test";
import { findCycles, isTest, type SourceFile, sourceFiles } from "./source-files.ts";

const files = ["web/client/src", "web/admin/src", "web/ui", "web/protocol", "web/i18n"]
  .flatMap((folder) => sourceFiles(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !isTest(file) && !file.path.endsWith(".d.ts"));

/**
 * As the table of docs/web-client.md lists them, lowest first: a file may import those of its own folder and of the folders
 * before it, types included.
 */
const clientOrder = foldersOfPage();
const adminOrder = [
  "api",
  "i18n",
  "components",
  "access",
  "overview",
  "people",
  "servers",
  "reports",
  "lists",
];

/** What each page may import besides its own folders. */
const pages = [
  { page: "web/client/src/", order: clientOrder, outside: /^(web\/(ui|protocol)|src\/permissions)\// },
  {
    page: "web/admin/src/",
    order: adminOrder,
    outside: /^web\/(ui)\/|^src\/domains\/(admin|exports|oidc|service)\//,
  },
];

describe("imports of the web pages run one way", () => {
  for (const { page, order, outside } of pages) {
    const own = files.filter(({ path }) => path.startsWith(page));
    const folderOf = (path: string) => /^([^/]+)\//.exec(path.slice(page.length))?.[1];

    test(`every folder of ${page} has a place in the order`, () => {
      const folders = new Set(own.map(({ path }) => folderOf(path)).filter((folder) => folder !== undefined));
      expect([...folders].sort()).toEqual(order.toSorted());
    });

    test(`a folder of ${page} imports only the folders before it`, () => {
      // What is next to the folders is above all of them.
      const rankOf = (path: string) => order.indexOf(folderOf(path) ?? "") >>> 0;
      const isAllowed = (path: string, target: string) =>
        target.startsWith(page) ? rankOf(target) <= rankOf(path) : outside.test(target);
      expect(importsThat((path, target) => !isAllowed(path, target), own)).toEqual([]);
    });
  }

  test("the shared components and the protocol import nothing of the pages", () => {
    const shared = files.filter(({ path }) => /^web\/(ui|protocol)\//.test(path));
    const isOfPage = (_: string, target: string) => /^web\/(client|admin)\//.test(target);
    expect(importsThat(isOfPage, shared)).toEqual([]);
  });

  test("there are no cycles at run time, not even of what is loaded later", () => {
    expect(files.flatMap(({ runtimeImports }) => runtimeImports).length).toBeGreaterThan(1_000);
    expect(findCycles(files, ({ runtimeImports }) => runtimeImports)).toEqual([]);
  });

  test("there are no cycles of types but those of the model, whose objects know each other", () => {
    const others = files.filter(({ path }) => !path.startsWith("web/client/src/model/"));
    expect(findCycles(others, ({ imports }) => imports)).toEqual([]);
  });
});

function foldersOfPage(): string[] {
  const [, table = ""] =
    /## Where things are\n([\s\S]*?)\n## /.exec(sourceFiles("docs/web-client.md")[0]?.text ?? "") ?? [];
  return [...table.matchAll(/^\| `([a-z0-9-]+)\/` \|/gm)].map(([, folder = ""]) => folder);
}

function importsThat(
  isWrong: (path: string, target: string) => boolean,
  importing: readonly SourceFile[],
): string[] {
  return importing.flatMap(({ path, imports }) =>
    imports.filter((target) => isWrong(path, target)).map((target) => `${path} → ${target}`),
  );
}
