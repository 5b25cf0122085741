import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { knownRevisions } from "../../../importers/stoat/dump/survey.ts";
import { errorCatalogue } from "../../../src/declare/error.ts";
import { permissionBits } from "../../../src/permissions/bits.ts";
import { readCheckout } from "./read-checkout.ts";
import { addDescription, addEvents, newSurface, type Surface } from "./surface.ts";

/** Prints what a checkout of the reference backend declares and this server lacks; returns whether that is nothing. */
export function proveUpstream(folder: string, log: (line: string) => void): boolean {
  const theirs = existsSync(folder) ? readCheckout(folder) : undefined;
  if (!theirs) {
    log(`${folder} is no checkout of the reference backend: it has no crates/core/models.`);
    return false;
  }
  const added = compare(theirs, readOurs());
  for (const line of added) log(line);
  const { routes, types, events } = theirs;
  log(
    `${routes.size} routes, ${types.size} types and ${events.size} events were compared; ${added.length} are new.`,
  );
  return added.length === 0;
}

function readOurs(): Surface {
  const surface = newSurface();
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dir, "../../../docs/reference", name), "utf8"));
  addDescription(surface, read("openapi.json"));
  addEvents(surface, read("events.json"));
  for (const error of Object.keys(errorCatalogue)) surface.errors.add(error);
  for (const [name, { bit }] of Object.entries(permissionBits)) surface.permissions.set(name, bit);
  surface.revision = knownRevisions.last;
  return surface;
}

function compare(theirs: Surface, ours: Surface): string[] {
  const lines = [
    ...compareMembers("route", theirs.routes, ours.routes),
    ...compareMembers("type", withoutPartials(theirs.types), ours.types),
    ...compareMembers("event", theirs.events, ours.events),
    ...[...theirs.errors.difference(ours.errors)].map((name) => `error ${name}`),
  ];
  for (const [name, bit] of theirs.permissions)
    if (ours.permissions.get(name) !== bit) lines.push(`permission ${name} (bit ${bit})`);
  if (theirs.revision !== undefined && theirs.revision > (ours.revision ?? 0))
    lines.push(`database schema ${theirs.revision}: the import knows those up to ${ours.revision}`);
  return lines;
}

type Members = ReadonlyMap<string, ReadonlySet<string>>;

function compareMembers(kind: string, theirs: Members, ours: Members): string[] {
  return [...theirs].flatMap(([name, members]) => {
    const known = ours.get(name);
    const missing = [...members].filter((member) => !known?.has(member)).join(", ");
    if (!known) return [`${kind} ${name}${missing && `: ${missing}`}`];
    return missing === "" ? [] : [`${kind} ${name} has ${missing}`];
  });
}

/** Leaves out `Partial…` types, whose fields are those of the whole type. */
function withoutPartials(types: Members): Members {
  return new Map(
    [...types].filter(([name]) => !types.has(name.replace(/^Partial/, "")) || !/^Partial/.test(name)),
  );
}
