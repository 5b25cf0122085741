import { describe, expect, test } from "bun:test";
import { parseMentions } from "../../../messages/index.ts";
import { translateMrkdwn, translateTitle } from "./mrkdwn.ts";

const own = "01H0000000000000000000000A";

describe("mrkdwn", () => {
  test.each([
    ["*bold* and _italic_ and ~gone~", "**bold** and _italic_ and ~~gone~~"],
    ["*bold*, (*bold*) 2*3*4 * no * a*b*", "**bold**, (**bold**) 2*3*4 * no * a*b*"],
    ["**already** ~~so~~", "**already** ~~so~~"],
    ["*two\nlines*", "*two\nlines*"],
    ["`*code*` ```*code*```", "`*code*` ```\n*code*\n```"],
    ["```\nline &lt;1&gt;\n```", "```\nline <1>\n```"],
    ["a &amp; b &lt; c &gt; d &quot;", "a & b < c > d &quot;"],
    ["&amp;lt;", "&lt;"],
    ["&gt; quoted", "> quoted"],
    ["# of doors", "\\# of doors"],
    ["<https://a.b>", "https://a.b"],
    ["<https://a.b|https://a.b>", "https://a.b"],
    ["<https://a.b/?x=1&amp;y=(2)|the [label]>", "[the \\[label\\]](https://a.b/?x=1&y=%282%29)"],
    ["*<https://a.b|bold>*", "**[bold](https://a.b)**"],
    ["<mailto:a@b.c|a@b.c> <tel:1|call> <javascript:alert(1)|x>", "a@b.c call x"],
    ["<!here> <!channel> <!everyone>", "@online @everyone @everyone"],
    ["<!subteam^S1|@ops> <!subteam^S1> <!unknown>", "@ops @S1 @unknown"],
    [`<!subteam^${own}> <@${own}> <#${own}>`, `<%${own}> <@${own}> <#${own}>`],
    ["<@U1> <@U1|ada> <#C1> <#C1|home>", "@U1 @ada #C1 #home"],
    ["<!date^1700000000^{date}|some day> <!date^1700000000^{date}>", "some day <t:1700000000:f>"],
    ["a < b > c <>", "a  b  c <>"],
  ])("%j", (text, expected) => {
    expect(translateMrkdwn(text)).toBe(expected);
  });

  test("only tokens mention", () => {
    const text = `@everyone @online &lt;@${own}&gt; <https://a.b|@everyone> <@U1|everyone> <!online> <#C|@online>`;
    expect(parseMentions(translateMrkdwn(text))).toEqual({
      users: [],
      roles: [],
      everyone: false,
      online: false,
    });
  });

  test("titles are plain text", () => {
    expect(translateTitle("*a* &amp; <https://a.b|b> <https://c.d>")).toBe("*a* & b https://c.d");
  });
});
