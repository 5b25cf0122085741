/** `npm run third-party` writes `THIRD-PARTY.md`. */
import { join } from "node:path";
import { top } from "./make-packages.ts";
import { describeThirdParties } from "./third-party.ts";

await Bun.write(join(top, "THIRD-PARTY.md"), describeThirdParties(top));
console.log("THIRD-PARTY.md");
