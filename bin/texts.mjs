#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

runUnderBun({ file: "web/i18n/run.ts", args: process.argv.slice(2), withDevTools: true });
