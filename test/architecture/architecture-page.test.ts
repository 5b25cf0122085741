import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { domainOrder, domains, layers, otherFolders } from "./layers.ts";
import { top } from "./source-files.ts";

const page = join(top, "docs/architecture.md");

/** The parts of the page that follow from the rules of the imports, by the name of their markers. */
const blocks: Readonly<Record<string, string>> = {
  layers: [
    "| Layer | May import |",
    "| --- | --- |",
    ...layers.map(
      ({ path, mayImport }) =>
        `| \`${path}\` | ${mayImport.map((target) => `\`${target.replace(/^src\//, "")}\``).join(", ") || "nothing"} |`,
    ),
  ].join("\n"),
  ports: [
    "| Port | Engines | Contract test |",
    "| --- | --- | --- |",
    ...portsOf("src/platform").map(
      ({ name, engines, contract }) =>
        `| ${name} | ${engines.join(", ") || "none of its own"} | ${contract ? "yes" : "no"} |`,
    ),
  ].join("\n"),
  domains: `\`${domainOrder.join(" < ")}\``,
  tree: [
    "```",
    ...treeLines(Object.entries(otherFolders).slice(0, 2), ""),
    "src/",
    ...layers.flatMap(({ path, holds }) => {
      if (path in otherFolders) return [];
      const name = path.replace("src/", "");
      const lines = treeLines([[name, holds]], "  ");
      return name === "domains/"
        ? [
            ...lines,
            ...treeLines(
              Object.entries(domains).map(([each, text]) => [`${each}/`, text]),
              "    ",
            ),
          ]
        : lines;
    }),
    ...treeLines(Object.entries(otherFolders).slice(2), ""),
    "```",
  ].join("\n"),
};

/** The folders with a `port.ts`, the engines in them, and whether a contract test runs against all of these. */
function portsOf(path: string) {
  const folders = readdirSync(join(top, path)).sort();
  return folders.flatMap((name) => {
    const entries = readdirSync(join(top, path, name), { withFileTypes: true });
    if (!entries.some((entry) => entry.name === "port.ts")) return [];
    const engines = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name: engine }) => `\`${engine}\``)
      .sort();
    return [{ name, engines, contract: entries.some((entry) => entry.name.endsWith(".contract.test.ts")) }];
  });
}

function treeLines(entries: readonly (readonly [string, string])[], indent: string): string[] {
  return entries.map(([name, text]) => `${(indent + name).padEnd(23)} ${text.replaceAll("`", "")}`);
}

function withBlocks(text: string): string {
  return Object.entries(blocks).reduce((whole, [name, block]) => {
    const marked = new RegExp(`(<!-- ${name}: generated -->\\n)[^]*?(\\n<!-- end -->)`);
    if (!marked.test(whole)) throw new Error(`docs/architecture.md has no markers for ${name}`);
    return whole.replace(marked, (_, begin, end) => `${begin}${block}${end}`);
  }, text);
}

test("the tree, the layers, the ports and the order of domains in architecture.md are those of the rules (npm run generate renews them)", () => {
  const text = readFileSync(page, "utf8");
  if (process.env.ERMINE_GENERATE === "1") writeFileSync(page, withBlocks(text));
  else expect(text).toBe(withBlocks(text));
});

test("the rules describe every folder of the project, of src/ and of src/domains/, and no other", () => {
  const foldersIn = (path: string) =>
    readdirSync(join(top, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|data$|dist$)/.test(entry.name))
      .map(({ name }) => `${name}/`)
      .sort();
  expect(foldersIn(".")).toEqual([...Object.keys(otherFolders), "src/"].sort());
  const described = layers.flatMap(({ path }) => /^src\/([^/]+\/)$/.exec(path)?.[1] ?? []);
  expect(foldersIn("src")).toEqual(described.sort());
  expect(foldersIn("src/domains")).toEqual(domainOrder.map((name) => `${name}/`).sort());
});
