import { writeFileSync } from "node:fs";
import { packTar } from "modern-tar";

export type Json = Record<string, unknown>;
/** An id of 2021. */
export const id = (letter: string) => `01F${letter.repeat(23)}`;
export const [server, owner, channel, first, second] = [id("S"), id("A"), id("C"), id("M"), id("N")];
export const file = "picture";
export const messagesPart = `messages/${channel}.jsonl`;

/** The parts of a good archive. */
function goodParts(): Record<string, Json[]> {
  const bytes = Buffer.from("hello");
  const listed = {
    _id: file,
    tag: "attachments",
    filename: "a.txt",
    size: 5,
    sha256: Bun.SHA256.hash(bytes, "hex"),
  };
  const metadata = { type: "Text" };
  const { sha256: _, ...attachment } = { ...listed, metadata, content_type: "text/plain" };
  return {
    "server.jsonl": [{ _id: server, owner, name: "Club", default_permissions: 0 }],
    "roles.jsonl": [],
    "categories.jsonl": [],
    "channels.jsonl": [{ channel_type: "TextChannel", _id: channel, name: "general" }],
    "emojis.jsonl": [],
    "members.jsonl": [{ user: owner, joined_at: "2024-01-01T00:00:00.000Z" }],
    "users.jsonl": [{ _id: owner, username: "olga" }],
    [messagesPart]: [
      { _id: first, author: owner, content: "one", attachments: [attachment] },
      { _id: second, author: owner, content: "two" },
    ],
    "files.jsonl": [listed],
  };
}

export interface Changes {
  readonly parts?: (parts: Record<string, Json[]>) => void;
  readonly manifest?: (manifest: Json) => void;
  readonly entries?: Parameters<typeof packTar>[0];
  /** Changes the bytes of a part after the manifest was made. */
  readonly damage?: Record<string, string>;
  readonly bytes?: (bytes: Uint8Array) => Uint8Array;
}

/** Writes a small archive in the form of `ermine export server`, with changes. */
export async function makeArchive(
  path: string,
  { parts: change, manifest: edit, entries = [], damage = {}, bytes }: Changes,
) {
  const parts = goodParts();
  change?.(parts);
  const texts = Object.entries(parts).map(
    ([name, lines]) => [name, lines.map((line) => `${JSON.stringify(line)}\n`).join("")] as const,
  );
  const manifest: Json = {
    kind: "ermine-server",
    format: 1,
    program: "1.0.0",
    made_at: "2024-01-01T00:00:00.000Z",
    source: "https://old.example",
    server: { _id: server, name: "Club" },
    counts: {
      roles: 0,
      categories: 0,
      channels: 1,
      emojis: 0,
      members: 1,
      users: 1,
      messages: 2,
      files: 1,
      missing_files: 0,
    },
    parts: texts.map(([name, text]) => ({
      name,
      lines: parts[name]?.length,
      size: Buffer.byteLength(text),
      sha256: Bun.SHA256.hash(text, "hex"),
    })),
  };
  edit?.(manifest);
  const all: [string, string][] = [
    ...texts.map(([name, text]): [string, string] => [name, damage[name] ?? text]),
    [`files/${file}`, damage[`files/${file}`] ?? "hello"],
    ["manifest.json", JSON.stringify(manifest)],
  ];
  const tar = await packTar([
    ...entries,
    ...all.map(([name, body]) => ({
      header: { name, size: Buffer.byteLength(body), type: "file" as const },
      body,
    })),
  ]);
  writeFileSync(path, bytes ? bytes(tar) : tar);
}
