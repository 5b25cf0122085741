#!/usr/bin/env node
import { runUnderBun } from "./setup.mjs";

const args = process.argv.slice(2);
// `doctor voice` makes a call with a client library of 30 MB, which a server does not need.
runUnderBun({ file: "src/main.ts", args, withDevTools: args[0] === "doctor" });
