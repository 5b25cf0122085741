import "fake-indexeddb/auto";
import { afterEach } from "bun:test";
import { configure } from "@testing-library/dom";
import { giveHighlights } from "./highlights.ts";
import { giveSizes } from "./layout.ts";
import { replaceNetwork } from "./network.ts";
import { closePages } from "./open-page.ts";

configure({
  // A bound for a busy machine, not an expectation.
  asyncUtilTimeout: 15_000,
  // Without the whole page, which says less than the role and the name that were looked for.
  getElementError: (message) => new Error(message ?? "not found"),
});
giveSizes();
giveHighlights();
replaceNetwork();
afterEach(closePages);
