#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "packaging/write-third-party.ts", args: process.argv.slice(2), withDevTools: true });
