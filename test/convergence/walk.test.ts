import { describe, setDefaultTimeout, test } from "bun:test";
import { anyEngine } from "../support/run/thorough.ts";
import { engines } from "../support/server/engines.ts";
import { runWalk } from "./run-walk.ts";

setDefaultTimeout(120_000);

describe.each([...anyEngine])("connected clients know what new ones know, on %s", (engine) => {
  test("after any sequence of actions of users", () =>
    runWalk({ engine, subject: "people", together: 1, pause: 10 }));
  test("after any sequence of actions in servers", () =>
    runWalk({ engine, subject: "servers", together: 1, pause: 10 }));
});

describe.each([...engines])("connected clients know what new ones know, on %s", (engine) => {
  test("after concurrent actions of users", () =>
    runWalk({ engine, subject: "people", together: 6, pause: 1 }));
  test("after concurrent actions in servers", () =>
    runWalk({ engine, subject: "servers", together: 6, pause: 2 }));
});
