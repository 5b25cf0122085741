import { describe, test } from "bun:test";
import { isThorough } from "./is-thorough.ts";

/** A test that only a thorough run has. CONTRIBUTING.md lists the files with such tests, and what else shows the same. */
export const thoroughTest = test.if(isThorough);
/** The same for all tests of a subject. */
export const describeThorough = describe.if(isThorough);
