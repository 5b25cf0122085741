import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const fonts = join(dirname(Bun.resolveSync("dejavu-fonts-ttf/package.json", import.meta.dir)), "ttf");
const cache = join(import.meta.dir, "../../../node_modules/.cache/fontconfig");

const families = {
  "sans-serif": "DejaVu Sans",
  serif: "DejaVu Serif",
  monospace: "DejaVu Sans Mono",
  "system-ui": "DejaVu Sans",
};

/**
 * The environment of a program that sees the fonts of the tests alone, whatever the machine has installed. They are wide
 * and have combining marks with a width of their own, so that text which fits with them fits with most others.
 */
export function testFonts(): Record<string, string> {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "fonts.conf");
  const temporary = `${file}-${process.pid}`;
  writeFileSync(temporary, configuration());
  renameSync(temporary, file);
  return { FONTCONFIG_FILE: file };
}

function configuration(): string {
  const aliases = Object.entries(families).map(
    ([name, family]) => `<alias><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[`<dir>${Bun.escapeHTML(fonts)}</dir>`, `<cachedir>${Bun.escapeHTML(cache)}</cachedir>`, ...aliases].join("\n")}
</fontconfig>
`;
}
