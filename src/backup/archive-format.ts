import Type, { type Static } from "typebox";
import { CommandError } from "../declare/command.ts";
import { isBlobKey } from "../platform/blobs/port.ts";
import { LazyValidator } from "../platform/memoize/lazy-validator.ts";

/** Raised whenever earlier versions of the program could not read what this one writes. */
const format = 1;

const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Count = Type.Integer({ minimum: 0 });

const Manifest = Type.Object({
  /** The version of the program that made the archive, and that of its database. */
  program: Type.String(),
  schema: Type.Integer({ minimum: 1 }),
  made_at: Type.String(),
  engine: Type.Enum(["sqlite", "postgres"]),
  secrets: Type.Enum(["plain", "sealed"]),
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Count, digest: Digest }),
  ),
  files: Type.Object({
    count: Count,
    bytes: Count,
    /** Of the files that the database knows, how many the storage did not have. */
    missing: Count,
    /** Whether the files are in the archive itself or in the folder next to it. */
    inside: Type.Boolean(),
  }),
  /** Present in the outer one of two: the other, with everything else, is encrypted. */
  encryption: Type.Optional(Type.Enum(["recipients", "passphrase"])),
  /** Everything in the archive but the files and the manifest, in order. */
  members: Type.Array(Type.Object({ name: Type.String(), size: Count, sha256: Digest })),
});

/** What an archive holds, and the digests of all of it. */
export type Manifest = Static<typeof Manifest>;

const manifestCheck = new LazyValidator(Manifest);

export const memberNames = {
  manifest: "manifest.json",
  secrets: "secrets.json",
  /** A copy for operators to read; restores ignore it. */
  configuration: "ermine.toml",
  files: "files.jsonl.gz",
  /** The list of files of an encrypted archive, named for the folder that they are in. */
  encryptedFiles: (folder: string) => `${folder}.jsonl.gz`,
  /** A whole archive, encrypted with age. */
  contents: "archive.tar.age",
  /** The identity that opens it, encrypted with a passphrase. */
  identity: "identity.age",
  table: (name: string) => `tables/${name}.jsonl.gz`,
  file: (key: string) => `files/${key}`,
};

export type MemberKind =
  | "manifest"
  | "secrets"
  | "configuration"
  | "files"
  | "table"
  | "file"
  | "contents"
  | "identity";

/** Undefined for a name that our archives never contain, such as a path that leaves its folder. */
export function kindOfMember(name: string): MemberKind | undefined {
  if (name === memberNames.manifest) return "manifest";
  if (name === memberNames.secrets) return "secrets";
  if (name === memberNames.configuration) return "configuration";
  if (name === memberNames.contents) return "contents";
  if (name === memberNames.identity) return "identity";
  if (folderOfList(name) !== undefined) return "files";
  if (/^tables\/[a-z_]{1,60}\.jsonl\.gz$/.test(name)) return "table";
  return name.startsWith("files/") && isBlobKey(name.slice(6)) ? "file" : undefined;
}

/** The folder next to archives that holds plain files. */
export const plainFolder = "files";

/** The folder of the files that a list names; undefined if the member is no such list. */
export function folderOfList(name: string): string | undefined {
  return /^(files|encrypted-[0-9a-f]{16})\.jsonl\.gz$/.exec(name)?.[1];
}

export function writeManifest(manifest: Manifest): string {
  return JSON.stringify({ format, digest: digestOf(manifest), manifest }, null, 1);
}

/** Returns the manifest with its digest, which tells archives apart. */
export function readManifest(text: string, archive: string): { manifest: Manifest; digest: string } {
  const content = parseMember(text) as { format?: unknown; digest?: unknown; manifest?: unknown } | undefined;
  if (typeof content?.format === "number" && content.format > format)
    throw new CommandError(`${archive} was made by a newer version of Ermine. Restore it with that one.`);
  const { manifest } = content ?? {};
  if (!manifestCheck.check(manifest) || content?.digest !== digestOf(manifest))
    throw damaged(archive, "its manifest was changed");
  return { manifest, digest: digestOf(manifest) };
}

/** Undefined for what is not JSON. */
export function parseMember(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function digestOf(manifest: Manifest): string {
  return Bun.SHA256.hash(JSON.stringify(manifest), "hex");
}

export function damaged(archive: string, what: string): CommandError {
  return new CommandError(`${archive} is damaged: ${what}. Use another backup.`);
}
