import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { cleanRust, readRustTypes } from "./read-rust.ts";
import { addDescription, addTo, newSurface, type Surface, shapeOf } from "./surface.ts";

const models = "crates/core/models/src/";
const permissions = "crates/core/permissions/src/";
const routes = "crates/delta/src/routes/";

/** Reads what a checkout of the reference backend declares; undefined if its models are not in it. */
export function readCheckout(folder: string): Surface | undefined {
  const surface = newSurface();
  const sources = [...new Bun.Glob("crates/**/*.rs").scanSync(folder)].toSorted();
  if (!sources.some((path) => path.startsWith(models))) return undefined;
  const mounts = readMounts(folder);
  for (const path of sources) {
    const source = readFileSync(join(folder, path), "utf8");
    addTypes(surface, source, path);
    if (path.startsWith(permissions)) addPermissions(surface, source);
    if (path.startsWith(routes))
      addRoutes(surface, source, mounts.get(path.slice(routes.length).split("/")[0] ?? ""));
    const revision = /\bLATEST_REVISION: i32 = (\d+)/.exec(source)?.[1];
    if (revision !== undefined) surface.revision = Number(revision);
  }
  for (const path of new Bun.Glob("**/*.json").scanSync(folder))
    if (/^openapi\.json$/i.test(basename(path)) && !/(^|\/)(node_modules|target)\//.test(path))
      addDescription(surface, JSON.parse(readFileSync(join(folder, path), "utf8")));
  return surface;
}

function addTypes(surface: Surface, source: string, path: string): void {
  for (const [name, { fields, variants, isUntagged }] of readRustTypes(source)) {
    if (name === "EventV1" || name === "ClientMessage")
      for (const [event, names] of variants) addTo(surface.events, event, names);
    else if (name === "ErrorType") for (const error of variants.keys()) surface.errors.add(error);
    else if (path.startsWith(models))
      addTo(surface.types, name, [
        ...fields,
        ...(isUntagged ? [] : variants.keys()),
        ...[...variants.values()].flat(),
      ]);
  }
}

function addPermissions(surface: Surface, source: string): void {
  const [, body = ""] = /\benum ChannelPermission\s*\{([^}]*)\}/.exec(source) ?? [];
  for (const [, name = "", bit] of body.matchAll(/(\w+)\s*=\s*1\s*<<\s*(\d+)/g))
    surface.permissions.set(name, Number(bit));
}

/** Where the routes of each module are mounted. */
function readMounts(folder: string): Map<string, string> {
  const file = join(folder, routes, "mod.rs");
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Map(
    [...source.matchAll(/"([^"]*)"\s*=>\s*(\w+)::routes\(\)/g)].map(([, at = "", name = ""]) => [name, at]),
  );
}

function addRoutes(surface: Surface, source: string, mount = ""): void {
  for (const [, method = "", written = ""] of cleanRust(source).matchAll(
    /#\[(get|post|put|patch|delete)\(\s*"([^"]+)"/g,
  )) {
    const [path = "", query = ""] = written.split("?");
    const names = [...query.matchAll(/<(\w+)>/g)].map(([, name = ""]) => name);
    addTo(surface.routes, shapeOf(method, mount + path), names);
  }
}
