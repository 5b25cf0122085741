import { gzipSync } from "node:zlib";
import type { PackageFiles } from "./deb.ts";
import { type Entry, foldersOf, packTar } from "./tar.ts";
import type { Release, Target } from "./target.ts";

/** The user in the image, by number: nobody on most hosts has it. */
export const imageUser = 10001;

/** The name of the image after `docker load`. */
export const imageName = (version: string) => `ermine:${version}`;

/** How containers of the image run. */
export const imageConfig = {
  User: `${imageUser}:${imageUser}`,
  ExposedPorts: { "8080/tcp": {} },
  Env: ["ERMINE_DATA_DIR=/data", "ERMINE_HOST=0.0.0.0", "UV_THREADPOOL_SIZE=8"],
  Entrypoint: ["/usr/bin/ermine"],
  Cmd: ["serve"],
  Volumes: { "/data": {} },
  WorkingDir: "/data",
  StopSignal: "SIGTERM",
  // In nanoseconds.
  Healthcheck: {
    Test: ["CMD", "/usr/bin/ermine", "health"],
    Interval: 30e9,
    Timeout: 10e9,
    StartPeriod: 10e9,
    Retries: 3,
  },
};

/**
 * An image of two layers, the libraries of the system and the program, as an archive that `docker load` and `podman load`
 * take: the layout of OCI, with the list by which older versions of Docker find their way.
 */
export async function packImage(
  { version, commit, seconds }: Release,
  target: Target,
  { files, libraries }: { files: PackageFiles; libraries: readonly Entry[] },
): Promise<Buffer> {
  const created = new Date(seconds * 1_000).toISOString();
  const layers = await Promise.all(
    [baseEntries(libraries), programEntries(files)].map((entries) =>
      packTar([...foldersOf(entries), ...entries], seconds),
    ),
  );
  const architecture = target.debian;
  const title = imageName(version);
  const labels = {
    "org.opencontainers.image.title": "ermine",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.revision": commit,
    "org.opencontainers.image.licenses": "MIT",
  };
  const config = toJson({
    architecture,
    os: "linux",
    created,
    config: { ...imageConfig, Labels: labels },
    rootfs: { type: "layers", diff_ids: layers.map((layer) => `sha256:${digest(layer)}`) },
    history: ["libraries of Debian", "ermine"].map((created_by) => ({ created, created_by })),
  });
  const packed = layers.map((layer) => gzipSync(layer));
  const oci = "application/vnd.oci.image";
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: describe(config, `${oci}.config.v1+json`),
    layers: packed.map((layer) => describe(layer, `${oci}.layer.v1.tar+gzip`)),
  });
  const index = toJson({
    schemaVersion: 2,
    mediaType: `${oci}.index.v1+json`,
    manifests: [
      {
        ...describe(manifest, `${oci}.manifest.v1+json`),
        platform: { os: "linux", architecture },
        annotations: { "io.containerd.image.name": title, "org.opencontainers.image.ref.name": version },
      },
    ],
  });
  const blobs = [config, manifest, ...packed];
  const listed = [
    { Config: pathOf(config), RepoTags: [title], Layers: packed.map((layer) => pathOf(layer)) },
  ];
  const entries = [
    { path: "oci-layout", mode: 0o644, content: toJson({ imageLayoutVersion: "1.0.0" }) },
    { path: "index.json", mode: 0o644, content: index },
    { path: "manifest.json", mode: 0o644, content: toJson(listed) },
    ...blobs.map((content) => ({ path: pathOf(content), mode: 0o644, content })),
  ];
  return packTar([...foldersOf(entries), ...entries], seconds);
}

function baseEntries(libraries: readonly Entry[]): Entry[] {
  const text = (path: string, content: string) => ({ path, mode: 0o644, content: Buffer.from(content) });
  return [
    ...libraries,
    text("etc/passwd", `root:x:0:0::/:/nologin\nermine:x:${imageUser}:${imageUser}::/data:/nologin\n`),
    text("etc/group", `root:x:0:\nermine:x:${imageUser}:\n`),
    text("etc/nsswitch.conf", "hosts: files dns\n"),
    { path: "tmp/", mode: 0o1777 },
    { path: "data/", mode: 0o700, owner: imageUser },
  ];
}

function programEntries(files: PackageFiles): Entry[] {
  const documented = (name: string, content: Uint8Array) => ({
    path: `usr/share/doc/ermine/${name}`,
    mode: 0o644,
    content,
  });
  return [
    { path: "usr/bin/ermine", mode: 0o755, content: files.executable },
    documented("copyright", files.text("LICENSE")),
    documented("THIRD-PARTY.md", files.text("THIRD-PARTY.md")),
  ];
}

const digest = (content: Uint8Array) => new Bun.CryptoHasher("sha256").update(content).digest("hex");
const pathOf = (content: Uint8Array) => `blobs/sha256/${digest(content)}`;
const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));

function describe(content: Uint8Array, mediaType: string) {
  return { mediaType, digest: `sha256:${digest(content)}`, size: content.length };
}
