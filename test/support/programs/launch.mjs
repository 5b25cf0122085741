// What bin/ermine.mjs does, for tests: it must not trade the tools they need for those of production.
import { runUnderBun } from "../../../bin/setup.mjs";

runUnderBun({ file: "src/main.ts", args: process.argv.slice(2), withDevTools: true });
