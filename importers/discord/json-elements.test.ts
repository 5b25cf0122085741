import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readElements } from "./json-elements.ts";

async function read(content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "ermine-elements-"));
  const path = join(folder, "export.json");
  writeFileSync(path, content);
  try {
    const elements: { line: number; value: unknown }[] = [];
    let rest: unknown;
    const reading = readElements(path, "export.json", (value) => {
      rest = value;
    });
    for await (const page of reading)
      for (const { text, line } of page) elements.push({ line, value: JSON.parse(text) });
    return { elements, rest };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const document = {
  guild: { id: "1", messages: ["not these"] },
  note: 'a "messages": [ in a text',
  messages: [
    { id: 1, content: 'braces } ] { [ and "quotes" \\' },
    { id: 2, nested: { messages: [{}, [[]]] }, ü: "ü😀" },
  ],
  messageCount: 2,
};

test.each([0, 1, 2, "\t"])("elements are found however the file is indented (%p)", async (indentation) => {
  const { elements, rest } = await read(JSON.stringify(document, null, indentation));
  expect(elements.map(({ value }) => value)).toEqual(document.messages);
  expect(rest).toEqual({ ...document, messages: [] });
});

test("elements tell their lines, also after a mark of the byte order and with line ends of Windows", async () => {
  const text = `\uFEFF${JSON.stringify(document, null, 2).replaceAll("\n", "\r\n")}`;
  expect((await read(text)).elements.map(({ line }) => line)).toEqual([10, 14]);
});

test("elements may begin in one chunk and end in another, characters too", async () => {
  const messages = Array.from({ length: 40 }, (_, id) => ({ id, content: "ü😀".repeat(20_000 + id) }));
  const { elements } = await read(JSON.stringify({ guild: {}, messages }));
  expect(elements.map(({ value }) => value)).toEqual(messages);
});

test.each([
  ['{"messages": [{"id": 1},', "1: the file ends in the middle"],
  ['{"messages": [\n{"id": "1', "2: the file ends in the middle"],
  ['{\n"guild": {}\n}', "3: there are no messages"],
  ['{"messages": [{}],\n"messages": [{}]}', "2: there are messages twice"],
  ['{"messages": [\n1]}', "2: expected a message"],
  ['{"messages": [\n"text"]}', "2: expected a message"],
  ['{"messages": [\n[]]}', "2: expected a message"],
  [`{"messages": [\n${"[".repeat(70)}`, "2: expected a message"],
  [`{"messages": [\n{"a":${"[".repeat(70)}`, "2: the values are nested too deeply"],
  [`{"x": "${"x".repeat(2_000_000)}", "messages": []}`, "1: there is too much outside of the messages"],
  [`{"messages": [{"x": "${"x".repeat(17_000_000)}"}]}`, "1: a message is too long"],
])("malformed files are refused with the line: %.40s", async (content, problem) => {
  await expect(read(content)).rejects.toThrow(`export.json:${problem}`);
});

test("bytes that are not UTF-8 are refused", async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"messages": [\n{"x": "'),
    Buffer.from([0xff]),
    Buffer.from('"}]}'),
  ]);
  await expect(read(bytes)).rejects.toThrow("export.json:2: the text is not UTF-8");
});
