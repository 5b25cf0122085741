import { gzipSync } from "node:zlib";
import { type Entry, foldersOf, packTar } from "./tar.ts";
import type { Release, Target } from "./target.ts";

/** The files that packages install, besides the executable. */
export interface PackageFiles {
  readonly executable: Uint8Array;
  /** By their names in `packaging/files`, and the licence and documentation by theirs. */
  text(name: string): Uint8Array;
  /** The pages for operators, by their paths in `docs`. */
  readonly pages: ReadonlyMap<string, Uint8Array>;
}

const description = `Chat server, compatible with the clients and bots of Stoat
 HTTP API, event stream, files and a web client in one process, with all its
 data in one directory. Grows to PostgreSQL, S3 and several servers.`;

/** A package of Debian: two archives in a third, without a tool of Debian's. */
export async function packDeb(
  { version, seconds }: Release,
  target: Target,
  files: PackageFiles,
): Promise<Buffer> {
  const file = (path: string, mode: number, content: Uint8Array): Entry => ({
    path: `./${path}`,
    mode,
    content,
  });
  const installed = [
    file("usr/lib/ermine/ermine", 0o755, files.executable),
    file("usr/bin/ermine", 0o755, files.text("ermine")),
    file("usr/lib/systemd/system/ermine.service", 0o644, files.text("ermine.service")),
    // The script after the installation copies it to /etc/ermine unless there is one. Everybody edits that, and dpkg
    // would ask at an upgrade what to do with an edited file that it installed itself.
    file("usr/share/ermine/ermine.toml", 0o644, files.text("ermine.toml")),
    file("usr/share/doc/ermine/copyright", 0o644, files.text("LICENSE")),
    file("usr/share/doc/ermine/THIRD-PARTY.md", 0o644, files.text("THIRD-PARTY.md")),
    file("usr/share/doc/ermine/changelog", 0o644, files.text("CHANGELOG.md")),
    ...[...files.pages].map(([path, page]) => file(`usr/share/doc/ermine/${path}`, 0o644, page)),
  ];
  const size = installed.reduce((total, { content }) => total + (content?.length ?? 0), 0);
  const control = `Package: ermine
Version: ${version}
Architecture: ${target.debian}
Maintainer: The Ermine developers <ermine@localhost>
Installed-Size: ${Math.ceil(size / 1024)}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 6), init-system-helpers, passwd
Section: net
Priority: optional
Description: ${description}
`;
  const scripts = ["postinst", "prerm", "postrm"].map((name) => file(name, 0o755, files.text(name)));
  const info = [file("control", 0o644, Buffer.from(control)), ...scripts];
  const pack = async (entries: readonly Entry[]) =>
    gzipSync(await packTar([...foldersOf(entries), ...entries], seconds));
  return Buffer.concat([
    Buffer.from("!<arch>\n"),
    member("debian-binary", Buffer.from("2.0\n"), seconds),
    member("control.tar.gz", await pack(info), seconds),
    member("data.tar.gz", await pack(installed), seconds),
  ]);
}

/** A member of an `ar` archive: its header has fields of fixed width, and it fills an even number of bytes. */
function member(name: string, content: Buffer, seconds: number): Buffer {
  const fields = [name.padEnd(16), String(seconds).padEnd(12), "0     ", "0     ", "100644  "];
  const header = `${fields.join("")}${String(content.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header), content, Buffer.from(content.length % 2 === 1 ? "\n" : "")]);
}
