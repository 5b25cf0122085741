#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "packaging/run-audit.ts", args: process.argv.slice(2), withDevTools: true });
