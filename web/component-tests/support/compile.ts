import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync, version } from "@babel/core";
import { version as presetVersion } from "babel-preset-solid/package.json" with { type: "json" };
import type { BunPlugin } from "bun";

/** Compiling takes most of the time of such tests, and few files differ between two runs. */
const cache = join(import.meta.dir, "../../node_modules/.cache/components");
const preset = Bun.resolveSync("babel-preset-solid", import.meta.dir);
const versions = Bun.hash(version + presetVersion);
const ui = join(import.meta.dir, "../../ui");

/** Lets Bun load components as Vite does: JSX of Solid, CSS modules, addresses of files, and the alias of the shared parts. */
export const compileComponents: BunPlugin = {
  name: "components",
  setup(build) {
    mkdirSync(cache, { recursive: true });
    build.onResolve({ filter: /^@ui\// }, ({ path }) => ({ path: join(ui, path.slice("@ui/".length)) }));
    build.onLoad({ filter: /\/web\/(client|admin|ui|component-tests)\/.*\.tsx$/ }, ({ path }) => ({
      contents: compileOnce(readFileSync(path, "utf8"), path),
      loader: "ts",
    }));
    build.onResolve({ filter: /\?(worker&)?url$/ }, ({ path, importer }) => ({
      path: Bun.resolveSync(path.slice(0, path.lastIndexOf("?")), dirname(importer)),
      namespace: "url",
    }));
    build.onLoad({ filter: /./, namespace: "url" }, ({ path }) => ({
      contents: `export default ${JSON.stringify(pathToFileURL(path).href)};`,
      loader: "js",
    }));
    // A class has the name that it has in the source, and nothing is styled.
    build.onLoad({ filter: /\.module\.css$/ }, () => ({
      contents: "export default new Proxy({}, { get: (_, name) => name });",
      loader: "js",
    }));
    build.onLoad({ filter: /(?<!\.module)\.css$/ }, () => ({ contents: "", loader: "js" }));
  },
};

function compileOnce(source: string, path: string): string {
  const kept = join(cache, `${Bun.hash(source, versions).toString(36)}.ts`);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const compiled = compile(source, path);
  // Whoever else reads it gets all of it or nothing.
  const written = `${kept}.${process.pid}`;
  writeFileSync(written, compiled);
  renameSync(written, kept);
  return compiled;
}

function compile(source: string, path: string): string {
  const compiled = transformSync(source, {
    filename: path,
    babelrc: false,
    configFile: false,
    presets: [preset],
    parserOpts: { plugins: ["jsx", "typescript"] },
  });
  return compiled?.code ?? "";
}
