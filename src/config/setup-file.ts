import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

type SettingValue = string | number | boolean | readonly string[];

/** Keys of the configuration as the setup page sets them: of the top, or of a section. */
export type SetupSettings = Readonly<Record<string, SettingValue | Readonly<Record<string, SettingValue>>>>;

const header = `# Written by the setup page. What ermine.toml or the environment say takes precedence: move the keys there
# if you like, and delete this file.
`;

/** The file in the data directory that the setup page writes. It is read before ermine.toml, which overrides it. */
export const setupFileIn = (dataDirectory: string) => join(dataDirectory, "setup.toml");

/** The same as lines of ermine.toml. Those of the top come first, or they would belong to a section. */
export function formatSettings(settings: SetupSettings): string {
  const line = ([name, value]: [string, unknown]) => `${name} = ${formatValue(value as SettingValue)}\n`;
  const isSection = ([, value]: [string, unknown]) => typeof value === "object" && !Array.isArray(value);
  const entries = Object.entries(settings);
  const top = entries.filter((entry) => !isSection(entry)).map(line);
  const sections = entries
    .filter(isSection)
    .map(([name, keys]) => `\n[${name}]\n${Object.entries(keys).map(line).join("")}`);
  return [...top, ...sections].join("").trimStart();
}

/** JSON has the same escapes as TOML, which also wants one for DEL. */
function formatValue(value: SettingValue): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

/** Undefined if there is none. */
export function readSetupFile(dataDirectory: string): string | undefined {
  const path = setupFileIn(dataDirectory);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Replaces the file in one step that survives a power cut. Returns what puts the former one back. */
export function writeSetupFile(dataDirectory: string, settings: SetupSettings): () => void {
  const before = readSetupFile(dataDirectory);
  replaceSetupFile(dataDirectory, header + formatSettings(settings));
  return () => {
    if (before !== undefined) return replaceSetupFile(dataDirectory, before);
    rmSync(setupFileIn(dataDirectory), { force: true });
    syncFolder(dataDirectory);
  };
}

export function replaceSetupFile(dataDirectory: string, content: string): void {
  const path = setupFileIn(dataDirectory);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  // There may be a password in it.
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dataDirectory);
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
