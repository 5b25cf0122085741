import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isTest, sourceFiles, top } from "./source-files.ts";

const source = sourceFiles("{src,importers}/**/*.ts").filter((file) => !isTest(file));
const everything = [
  ...sourceFiles("{src,importers}/**/*.ts"),
  ...sourceFiles("test/**/*.ts"),
  ...sourceFiles("bench/**/*.ts"),
  ...sourceFiles("dev/**/*.ts"),
];

/** Names that were replaced; each has one word of the field now. */
const retired = new Set(
  `Answer Arrival Attempt Belonging Deed FrameTables Found Known KnownPlaces Lane Lines Looking Parcel Party Place
   Pulse Question Regard Rests RowMemory Scene Scenes Seat SharedCommit Shift Sight Sighting Speaker Speaking Speech
   Stage Standing Trip Turnstile Wanted Wish Witness
   askForLinks belonging belongings desk door endIn enterServer errand errands frameJobs gate holdGroup holdMessage
   holdServer house introduceSpeaker lane lookAround lookAsMember lookAt lookAtChannel lookAtMessage lookAtRole
   lookAtServer lookToSpeak lookUp lookWith looking memberBehind mendLastMessages nameOf oncePer openDoor openHouse
   parcel pauseOf pictureOf placeOfDatabase pulse regard remembered rests scene scenes seat seats sighting sights speak speaker speech standing
   stepUp tellUserChanged tellChannelChanged translatePicture trip turnstile waitInLine whenKnown`
    .split(/\s+/)
    .filter((name) => name !== ""),
);

/** Words that stood for a thing that has another word, or for several things, with what to write instead. */
const replaced: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bbeside\b|Beside(?!s)|\bbeside-|-beside\b/i, "besides, next to, or while"],
  [/\bslow[ -]mode/i, "slowmode"],
  [/\bslowMode|SlowMode/, "slowmode"],
  [/\badministrators?\b/i, "operator"],
  [/\bprivileged (user|account)s?\b/i, "operator; `privileged` is the field of the wire"],
  [/(?<!\bA )\bpictures?\b|[Pp]ictureUrl|picture-/i, "image, avatar, screenshot or video"],
  [/\ba change of the looks\b|^## Looks$/m, "styles, or appearance"],
  [/\b\w+Place\b(?!")|^export .*\bPlace\b/, "storage, location, position, target or channel"],
  [/\banew\b/i, "again"],
  [/\blately\b/i, "recently"],
  [/\ba image\b/i, "an image"],
  [/\bthe word of (a|it)\b|\bnews about\b/i, "event, or message"],
  [/\b(?!ready)\w+Parts\b/, "dependencies, columns, entries, items or components"],
];

describe("the vocabulary", () => {
  test("two exported types never share a name", () => {
    const files = new Map<string, Set<string>>();
    for (const { path, text } of source)
      for (const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm))
        files.set(name, (files.get(name) ?? new Set()).add(path));
    const shared = [...files].filter(([, paths]) => paths.size > 1);
    expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
  });

  test("every name in the glossary is exported by the file next to it", async () => {
    const glossary = await Bun.file(join(top, "docs/glossary.md")).text();
    const rows = [...glossary.matchAll(/^\|.*\| `(\w+)` in `([^`]+)` \|$/gm)];
    expect(rows.length).toBeGreaterThan(40);
    const words = rows.map(([, word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) < index)).toEqual([]);
    const client = [...sourceFiles("web/client/src/**/*.ts")];
    const missing = rows.filter(([, word = "", path = ""]) => {
      const text = [...source, ...client].find((file) => file.path === path)?.text ?? "";
      return !new RegExp(`^export .*\\b${word}\\b`, "m").test(text);
    });
    expect(missing.map(([, word, path]) => `${word}: ${path}`)).toEqual([]);
  });

  test("no retired name comes back", () => {
    const found = everything
      .filter(({ path }) => path !== "test/architecture/vocabulary.test.ts")
      .flatMap(({ path, text }) =>
        [...new Set(identifiersIn(text))]
          .filter((name) => retired.has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(found).toEqual([]);
  });
});

describe("words that were replaced", () => {
  const written = [
    ...sourceFiles("{src,importers}/**/*.ts").filter((file) => !isTest(file)),
    ...["client", "admin", "ui"]
      .flatMap((folder) => sourceFiles(`web/${folder}/**/*.{ts,tsx,css}`))
      // The words that people read are theirs.
      .filter(({ path }) => !path.includes("/i18n/")),
    ...sourceFiles("docs/**/*.md"),
    ...sourceFiles("*.md").filter(({ path }) => path !== "THIRD-PARTY.md"),
  ];

  test.each(replaced)("%p: write %s", (pattern) => {
    const found = written.flatMap(({ path, text }) =>
      [path, ...text.split("\n")]
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

/** Without comments and the text of strings: prose may use any word. */
function identifiersIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
