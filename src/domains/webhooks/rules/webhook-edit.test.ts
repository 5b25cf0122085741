import { describe, expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { WebhookEdit } from "../model.ts";
import { planWebhookEdit } from "./webhook-edit.ts";

const fileOf = (_id: string): File => ({
  _id,
  tag: "avatars",
  filename: "face.png",
  metadata: { type: "Image", width: 1, height: 1 },
  content_type: "image/png",
  size: 1,
});
const [old, other] = [fileOf("old"), fileOf("other")];
const bare = {
  id: "01",
  channel_id: "02",
  creator_id: "03",
  name: "Door",
  avatar: null,
  permissions: 2 ** 40,
  token_digest: "digest",
  token: "sealed",
};
const faced = { ...bare, avatar: JSON.stringify(old) };

const cases: [
  what: string,
  row: typeof bare | typeof faced,
  edit: WebhookEdit,
  file: File | undefined,
  told: object,
][] = [
  ["nothing", bare, {}, undefined, { data: {}, clear: [] }],
  ["a name", bare, { name: "Gate" }, undefined, { data: { name: "Gate" }, clear: [] }],
  ["the same name", bare, { name: "Door" }, undefined, { data: {}, clear: [] }],
  ["permissions alone", bare, { permissions: 0 }, undefined, { data: { permissions: 0 }, clear: [] }],
  ["a first avatar", bare, { avatar: "other" }, other, { data: { avatar: other }, clear: [] }],
  ["another avatar", faced, { avatar: "other" }, other, { data: { avatar: other }, clear: [] }],
  ["no avatar any more", faced, { remove: ["Avatar"] }, undefined, { data: {}, clear: ["Avatar"] }],
  ["no avatar where there is none", bare, { remove: ["Avatar"] }, undefined, { data: {}, clear: [] }],
  [
    "an avatar in place of the one that is removed",
    faced,
    { remove: ["Avatar", "Avatar"], avatar: "other" },
    other,
    { data: { avatar: other }, clear: [] },
  ],
];

describe("an edit of a webhook", () => {
  test.each(cases)("%s", (_, row, edit, file, told) => {
    expect(planWebhookEdit(row, edit, file)).toMatchObject(told);
  });

  test("changes the columns that it names, and no others", () => {
    const { changes, before } = planWebhookEdit(faced, { name: "Gate", remove: ["Avatar"] }, undefined);
    expect(changes).toEqual({ name: "Gate", avatar: null });
    expect(before).toEqual({ name: "Door", avatar: old });
  });
});
