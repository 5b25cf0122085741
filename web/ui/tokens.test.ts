import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { contrast } from "./contrast.ts";

const source = await Bun.file(join(import.meta.dir, "tokens.css")).text();
const accents = [
  "fox",
  ...new Set([...source.matchAll(/data-accent="(\w+)"/g)].map(([, name = ""]) => name)),
];

/** The custom properties that apply to a root with these attributes. */
function tokens(attributes: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, selector = "", body = ""] of source.matchAll(/:root((?:\[[^\]]+\])*) \{([^}]*)\}/g)) {
    const needs = [...selector.matchAll(/\[data-(\w+)="(\w+)"\]/g)];
    if (!needs.every(([, name = "", value]) => attributes[name] === value)) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)) found[name] = value;
  }
  return found;
}

const grounds = ["ground", "surface", "side"];
const themes = ["light", "dark"];

describe.each(themes)("contrast of the %s theme", (theme) => {
  test.each(["standard", "more"])("text is readable on every ground (%s contrast)", (contrastMode) => {
    const values = tokens({ theme, contrast: contrastMode });
    for (const text of ["text", "muted", "danger", "ok", "warn"]) {
      for (const ground of grounds) {
        expect(contrast(values[text] ?? "", values[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(values["on-danger"] ?? "", values["danger-fill"] ?? "")).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds) {
      expect(contrast(values["danger-fill"] ?? "", values[ground] ?? "")).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(accents)("the accent %s is readable, and carries readable text", (accent) => {
    const values = tokens({ theme, accent });
    for (const ground of [...grounds, "on-accent"]) {
      expect(contrast(values.accent ?? "", values[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(["online", "idle", "focus", "busy"])("the mark of %s is visible", (presence) => {
    const values = tokens({ theme });
    for (const ground of ["ground", "side"]) {
      expect(contrast(values[presence] ?? "", values[ground] ?? "")).toBeGreaterThanOrEqual(3);
    }
  });
});

test("there are eight accents", () => expect(accents).toHaveLength(8));
