// Does what bin/ermine.mjs does, but keeps the development dependencies installed, which tests need.
import { runUnderBun } from "../../../bin/setup.mjs";

runUnderBun({ file: "src/main.ts", args: process.argv.slice(2), withDevTools: true });
