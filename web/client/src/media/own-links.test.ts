import { expect, test } from "bun:test";
import { inviteCodes, messageLinks } from "./own-links.ts";

const origins = ["https://chat.example"];

test.each([
  ["come to https://chat.example/invite/AbC123", ["AbC123"]],
  ["[here](https://chat.example/invite/AbC123)", ["AbC123"]],
  ["<https://chat.example/invite/AbC123/>", ["AbC123"]],
  ["https://chat.example/invite/A https://chat.example/invite/A", ["A"]],
  ["https://evil.example/invite/AbC123", []],
  ["https://chat.example.evil.example/invite/AbC123", []],
  ["https://chat.example@evil.example/invite/A", []],
  ["https://chat.example/invite/../channel/1", []],
  ["https://chat.example/invite/%2e%2e%2fusers", []],
  ["https://chat.example/invite/", []],
  [
    "1 https://chat.example/invite/1 2 https://chat.example/invite/2 https://chat.example/invite/3 https://chat.example/invite/4",
    ["1", "2", "3"],
  ],
])("%s", (text, codes) => {
  expect(inviteCodes(text, origins)).toEqual(codes);
});

const [channel, message] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"];
const link = `https://chat.example/channel/${channel}/${message}`;
const linked = { channelId: channel, messageId: message };

test.each([
  [`look: ${link}.`, []],
  [`look: ${link}`, [linked]],
  [`[here](${link}/) and ${link}`, [linked]],
  [`https://chat.example/server/${message}/channel/${channel}/${message}`, [linked]],
  [`<${link}>`, []],
  [`\`${link}\``, []],
  [`\`\`\`\n${link}\n\`\`\``, []],
  [`||${link}||`, []],
  [link.replace("chat.example", "evil.example"), []],
  [`https://chat.example/channel/${channel}`, []],
  [`https://chat.example/channel/${channel}/..%2Fusers`, []],
])("messages behind %s", (text, links) => {
  expect(messageLinks(text, origins)).toEqual(links);
});
