// Writes gen/THIRD-PARTY.txt: which crates the program contains, and the texts of their licences. Packages contain it.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const host = /^host: (.+)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
const metadata = execFileSync("cargo", options, { encoding: "utf8", maxBuffer: 2 ** 28 });
const crates = JSON.parse(metadata).packages.filter(({ source }) => source !== null);

/** The crates with each text. */
const texts = new Map();
for (const { name, version, license, manifest_path } of crates) {
  const folder = dirname(manifest_path);
  for (const file of readdirSync(folder).filter((each) => /^(licen[cs]e|copying|notice)[^/]*$/i.test(each))) {
    const text = readTextFile(join(folder, file));
    if (text) texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
  }
}
const listed = new Set([...texts.values()].flat());
const others = crates
  .map(({ name, version, license }) => `${name} ${version} (${license})`)
  .filter((each) => !listed.has(each));

mkdirSync("gen", { recursive: true });
const parts = [...texts].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
const rule = `\n\n${"=".repeat(80)}\n\n`;
writeFileSync(
  "gen/THIRD-PARTY.txt",
  [`Crates that name a licence without its text:\n${others.join("\n")}`, ...parts].join(rule),
);

/** Some crates have a folder of licences, which repeat the texts of others. */
function readTextFile(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error.code === "EISDIR") return "";
    throw error;
  }
}
