import { expect, test } from "bun:test";
import { snowflakeAt } from "../../test/support/imports/discord-export.ts";
import { ImportProblems } from "../problems.ts";
import { noFacts } from "./discord-api.ts";
import { planServer } from "./plan.ts";
import type { Survey } from "./survey.ts";

const ids = [1, 2, 3].map((age) => snowflakeAt(age));
const survey: Survey = {
  guild: { id: snowflakeAt(0), name: "Otters" },
  icon: undefined,
  channels: new Map(
    ids.toReversed().map((id) => [id, { header: { id, name: id, type: "GuildTextChat" }, files: [] }]),
  ),
  people: new Map(),
  roles: new Map(),
  emojis: new Map(),
  messages: 0,
  isFormatted: false,
  firstAuthors: new Map(),
};

test.each([
  ["Discord orders them", [2, 0, 1], [1, 2, 0]],
  ["their age, where Discord does not tell", [undefined, undefined, undefined], [0, 1, 2]],
  ["their age, where Discord gives several the same position", [0, 0, 0], [0, 1, 2]],
])("channels are planned as %s", (_, positions, expected) => {
  const channels = ids.map((id, at) => ({
    id,
    type: 0,
    ...(positions[at] !== undefined && { position: positions[at] }),
  }));
  const plan = planServer(survey, { ...noFacts, channels }, new ImportProblems(() => {}));
  expect(plan.channels.map(({ snowflake }) => ids.indexOf(snowflake))).toEqual(expected);
});
