import { expect, test } from "bun:test";
import { kindOfMember, memberNames } from "./archive-format.ts";

test("each member of an archive is known by its name, and nothing else is", () => {
  expect(
    [
      memberNames.manifest,
      memberNames.secrets,
      memberNames.contents,
      memberNames.identity,
      memberNames.files,
      memberNames.encryptedFiles(`encrypted-${"0".repeat(16)}`),
      memberNames.table("channel_overrides"),
    ].map(kindOfMember),
  ).toEqual(["manifest", "secrets", "contents", "identity", "files", "files", "table"]);
  for (const name of ["", "tables/../x.jsonl.gz", "tables/Users.jsonl.gz", "files/../secret", "other"])
    expect(kindOfMember(name)).toBeUndefined();
});
