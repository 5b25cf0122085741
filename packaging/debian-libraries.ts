import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import pinned from "./debian-libraries.json" with { type: "json" };
import type { Entry } from "./tar.ts";
import type { Target } from "./target.ts";

const archive = "https://deb.debian.org/debian";

/** Of Debian's packages, what Bun and sharp link to, what looks up names of hosts, and the licences. */
const wanted =
  /^(lib(64)?\/ld-linux-.*|(usr\/)?lib\/[^/]+\/(ld-linux-.*|lib(c|m|dl|pthread|resolv|rt|gcc_s|stdc\+\+|nss_dns|nss_files)\.so\.\d+(\.[\d.]+)?)|usr\/share\/doc\/(libc6|gcc-12-base|libgcc-s1|libstdc\+\+6)\/copyright)$/;

/** The libraries of the system that the image needs, from packages with these digests. */
export async function fetchLibraries(top: string, target: Target, work: string): Promise<Entry[]> {
  const cache = join(top, "node_modules/.cache/ermine-package/debian");
  mkdirSync(cache, { recursive: true });
  const folder = join(work, `libraries-${target.arch}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, digest] of Object.entries(pinned[target.debian])) {
    const file = join(cache, basename(path));
    if (!existsSync(file) || digestOf(readFileSync(file)) !== digest) await fetchPackage(path, digest, file);
    const { exitCode, stderr } = Bun.spawnSync(["dpkg-deb", "--extract", file, folder]);
    if (exitCode !== 0) throw new Error(`dpkg-deb cannot unpack ${file}: ${stderr}`);
  }
  return listEntries(folder, "").filter(({ path }) => wanted.test(path));
}

async function fetchPackage(path: string, digest: string, file: string): Promise<void> {
  const url = `${archive}/${path.replaceAll("+", "%2b")}`;
  const response = await fetch(url);
  // Debian keeps only the newest version in this place.
  if (!response.ok)
    throw new Error(`${url}: ${response.status}. Update the versions in packaging/debian-libraries.json.`);
  const content = await response.bytes();
  if (digestOf(content) !== digest) throw new Error(`${url} has another digest than the pinned one`);
  await Bun.write(file, content);
}

function listEntries(folder: string, prefix: string): Entry[] {
  return readdirSync(join(folder, prefix)).flatMap((name): Entry[] => {
    const path = `${prefix}${name}`;
    const stats = lstatSync(join(folder, path));
    if (stats.isSymbolicLink()) return [{ path, mode: 0o777, link: readlinkSync(join(folder, path)) }];
    if (stats.isDirectory()) return listEntries(folder, `${path}/`);
    return [{ path, mode: stats.mode & 0o777, content: readFileSync(join(folder, path)) }];
  });
}

const digestOf = (content: Uint8Array) => new Bun.CryptoHasher("sha256").update(content).digest("hex");
