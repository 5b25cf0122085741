#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "web/texts/run.ts", args: process.argv.slice(2), withDevTools: true });
