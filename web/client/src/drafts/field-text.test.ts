import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { changeText, emptyField, type FieldText, replaceRange, toContent, toField } from "./field-text.ts";

/** Completes the end of a text to a token. */
function complete(before: FieldText, typed: string, shown: string, form: string): FieldText {
  const start = before.text.length;
  const field = changeText(before, before.text + typed, before.text.length + typed.length);
  return replaceRange(field, { start, end: start + typed.length }, shown, form).field;
}

const hello = complete(changeText(emptyField, "hi ", 3), "@a", "@Ann", "<@1>");

describe("tokens in the field", () => {
  test("a token is shown as a name and sent as its form", () => {
    expect(hello.text).toBe("hi @Ann ");
    expect(toContent(hello)).toBe("hi <@1>");
  });

  test("text before and after moves it", () => {
    const before = changeText(hello, "oh, hi @Ann ", 4);
    expect(toContent(changeText(before, "oh, hi @Ann yes", 15))).toBe("oh, hi <@1> yes");
  });

  test("a change inside makes it ordinary text", () => {
    expect(toContent(changeText(hello, "hi @An ", 6))).toBe("hi @An");
    expect(toContent(changeText(hello, "hi @A-nn ", 6))).toBe("hi @A-nn");
  });

  test("the same name that was typed by hand is not one", () => {
    expect(toContent(changeText(hello, "@Ann hi @Ann ", 5))).toBe("@Ann hi <@1>");
  });

  test("two people of one name stay two", () => {
    const both = complete(hello, "@a", "@Ann", "<@2>");
    expect(toContent(both)).toBe("hi <@1> <@2>");
    // The caret tells which of the two equal words went.
    expect(toContent(changeText(both, "hi @Ann ", 3))).toBe("hi <@2>");
    expect(toContent(changeText(both, "hi @Ann ", 8))).toBe("hi <@1>");
  });
});

describe("the field of a text that was sent", () => {
  const ann = "01HZZZZZZZZZZZZZZZZZZZZZZZ";
  const names = (mark: string, id: string) => (id === ann ? `${mark}Ann` : undefined);

  test("names stand for what the protocol has, and go back to it", () => {
    const field = toField(`hi <@${ann}>, see <#${ann}>`, names);
    expect(field.text).toBe("hi @Ann, see #Ann");
    expect(toContent(field)).toBe(`hi <@${ann}>, see <#${ann}>`);
  });

  test("code, and what has no name, stays as it is", () => {
    const other = ann.replace("H", "G");
    const content = `\`<@${ann}>\` <@${other}> \`\`\`\n<@${ann}>\n\`\`\``;
    expect(toField(content, names)).toEqual({ text: content, tokens: [] });
  });

  test("a text that is not changed stays the same, whatever it is", () => {
    const part = fc.constantFrom(`<@${ann}>`, `:${ann}:`, "`", "```", "\n", "a ", "<@", ">", `<#${ann}>`);
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const content = parts.join("");
        expect(toContent(toField(content, names))).toBe(content.trim());
      }),
    );
  });
});

const edit = fc.record({
  at: fc.nat(40),
  remove: fc.nat(4),
  insert: fc.stringMatching(/^[@An ]{0,3}$/),
  isToken: fc.boolean(),
});

test("after any edit, the tokens that it did not touch are where their text is", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      let field = emptyField;
      for (const [count, { at, remove, insert, isToken }] of edits.entries()) {
        const start = Math.min(at, field.text.length);
        const end = Math.min(start + remove, field.text.length);
        const untouched = field.tokens.filter((token) => token.end <= start || token.start >= end);
        const text = field.text.slice(0, start) + insert + field.text.slice(end);
        field = isToken
          ? replaceRange(field, { start, end }, "@Ann", `<@${count}>`).field
          : changeText(field, text, start + insert.length);
        const forms = field.tokens.map(({ form }) => form);
        expect(forms).toEqual(expect.arrayContaining(untouched.map(({ form }) => form)));
        for (const token of field.tokens) expect(field.text.slice(token.start, token.end)).toBe("@Ann");
        expect(field.tokens).toEqual(field.tokens.toSorted((a, b) => a.start - b.start));
      }
    }),
    { numRuns: 500 },
  );
});
