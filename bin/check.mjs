#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "test/check.ts", args: process.argv.slice(2), withDevTools: true, withWeb: true });
