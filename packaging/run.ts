/** `npm run package` makes all packages; options select some. Each run of one commit makes the same bytes. */
import { join } from "node:path";
import { assertKnown, readOptions } from "../dev/read-options.ts";
import { type Kind, makePackages, top } from "./make-packages.ts";
import { findRelease } from "./release.ts";
import { targets } from "./target.ts";

const kinds: readonly Kind[] = ["archive", "deb", "image"];
const { values } = readOptions({
  options: {
    arch: { type: "string", multiple: true, default: targets.map(({ arch }) => arch) },
    only: { type: "string", multiple: true, default: [...kinds] },
    out: { type: "string", default: join(top, "dist") },
  },
});
assertKnown(
  "--arch",
  values.arch,
  targets.map(({ arch }) => arch),
);
assertKnown("--only", values.only, kinds);
try {
  const chosen = targets.filter(({ arch }) => values.arch.includes(arch));
  const made = await makePackages({
    release: findRelease(top),
    targets: chosen,
    kinds: kinds.filter((kind) => values.only.includes(kind)),
    folder: values.out,
    log: (line) => console.error(line),
  });
  for (const path of made) console.log(path);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
