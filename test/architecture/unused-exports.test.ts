import { expect, test } from "bun:test";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** Every file that may import from `src/` or `web/`. */
const files = [
  ...[
    "{src,importers,test,bench,dev,bin,packaging,runtime,examples}",
    "web/{client,admin,ui,protocol,i18n}",
  ].map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
  ...["web/component-tests/**/*.{ts,tsx}", "web/*.ts"],
]
  .flatMap(sourceFiles)
  .filter(({ path }) => !/(^|\/)(node_modules|dist)\//.test(path));

const declaration =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|type|interface|enum) +([\w$]+)/gm;
const list = /^export (?:type )?\{([^}]*)\}/gm;

function exportsOf({ text }: SourceFile): string[] {
  const listed = [...text.matchAll(list)].flatMap(([, names = ""]) => names.split(","));
  return [
    ...[...text.matchAll(declaration)].map(([, name = ""]) => name),
    ...listed.map((name) => name.trim().split(/\s+/).at(-1) ?? "").filter((name) => name !== ""),
  ];
}

/** How many of the files contain each word. */
function countFiles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of files)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

test("every export of src/ and web/ is named by another file", () => {
  const filesWith = countFiles();
  const exporting = files.filter(({ path }) => /^(src|importers|web)\//.test(path));
  const exported = exporting.flatMap((file) => exportsOf(file).map((name) => ({ path: file.path, name })));
  expect(exported.length).toBeGreaterThan(2_000);
  const unused = exported.filter(({ name }) => filesWith.get(name) === 1);
  expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
