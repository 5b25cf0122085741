#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "packaging/audit.ts", args: process.argv.slice(2), withDevTools: true });
