import { expect, test } from "bun:test";
import { translateText } from "./text.ts";

const own = "01H0000000000000000000000A";

test.each([
  ["<@123456789012345678> and <@!1>", "@unknown-user and @unknown-user"],
  ["<@&123456789012345678>", "@unknown-role"],
  ["<#123456789012345678>", "#unknown"],
  [`<@${own}> <@!${own}> <@&${own}> <#${own}>`, `<@${own}> <@${own}> <%${own}> <#${own}>`],
  ["<:ok:1> <a:spin:22>", ":ok: :spin:"],
  [`<:ok:${own}>`, `:${own}:`],
  ["<t:1700000000> <t:1700000000:R> <t:1700000000:x>", "<t:1700000000:f> <t:1700000000:R> <t:1700000000:f>"],
  ["<t:-1:F> <t:-9999999999999>", "1969-12-31T23:59:59.000Z <t:-9999999999999>"],
  ["</imagine:123>", "/imagine"],
  ["@here @hereafter @everyone", "@online @hereafter @everyone"],
  ["-# small\nlarge", "small\nlarge"],
  ["||secret|| **bold** [a](https://b.c)", "||secret|| **bold** [a](https://b.c)"],
  ["`<@&1> @here` @here", "`<@&1> @here` @online"],
  ["```\n<#1>\n-# x\n```<#1>", "```\n<#1>\n-# x\n```#unknown"],
  ["an open ` tick <#1>", "an open ` tick #unknown"],
])("%j", (text, expected) => {
  expect(translateText(text)).toBe(expected);
});
