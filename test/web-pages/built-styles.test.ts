import { expect } from "bun:test";
import { join } from "node:path";
import { buildWebClient } from "../support/browser/web-client.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";

thoroughTest(
  "every built stylesheet states the order of all layers, so that a file that fails to load changes nothing else",
  async () => {
    const folder = await buildWebClient();
    const files = [...new Bun.Glob("**/*.css").scanSync(folder)];
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const text = await Bun.file(join(folder, file)).text();
      const layers = [...text.matchAll(/@layer ([^{;]+)[{;]/g)].flatMap(([, names = ""]) => names.split(","));
      const order = "reset,tokens,ui,features,forced-colours";
      expect([file, String(layers.map((name) => name.trim()))]).toEqual([file, order]);
    }
  },
  120_000,
);
