#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({
  file: "src/main.ts",
  args: ["serve", ...process.argv.slice(2)],
  withDevTools: true,
  watch: true,
});
