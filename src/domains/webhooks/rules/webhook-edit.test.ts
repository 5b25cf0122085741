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
  creator_expelled: 0,
  name: "Door",
  avatar: null,
  permissions: 2 ** 40,
  token_digest: "digest",
  token: "sealed",
};
const withAvatar = { ...bare, avatar: JSON.stringify(old) };

const cases: [
  title: string,
  row: typeof bare | typeof withAvatar,
  edit: WebhookEdit,
  file: File | undefined,
  expected: object,
][] = [
  ["no fields", bare, {}, undefined, { data: {}, clear: [] }],
  ["a name", bare, { name: "Gate" }, undefined, { data: { name: "Gate" }, clear: [] }],
  ["the same name", bare, { name: "Door" }, undefined, { data: {}, clear: [] }],
  ["permissions alone", bare, { permissions: 0 }, undefined, { data: { permissions: 0 }, clear: [] }],
  ["a first avatar", bare, { avatar: "other" }, other, { data: { avatar: other }, clear: [] }],
  ["another avatar", withAvatar, { avatar: "other" }, other, { data: { avatar: other }, clear: [] }],
  ["removing the avatar", withAvatar, { remove: ["Avatar"] }, undefined, { data: {}, clear: ["Avatar"] }],
  [
    "removing an avatar that does not exist",
    bare,
    { remove: ["Avatar"] },
    undefined,
    { data: {}, clear: [] },
  ],
  [
    "removing and setting the avatar",
    withAvatar,
    { remove: ["Avatar", "Avatar"], avatar: "other" },
    other,
    { data: { avatar: other }, clear: [] },
  ],
];

describe("an edit of a webhook", () => {
  test.each(cases)("%s", (_, row, edit, file, expected) => {
    expect(planWebhookEdit(row, edit, file)).toMatchObject(expected);
  });

  test("changes only the columns that it names", () => {
    const { changes, before } = planWebhookEdit(withAvatar, { name: "Gate", remove: ["Avatar"] }, undefined);
    expect(changes).toEqual({ name: "Gate", avatar: null });
    expect(before).toEqual({ name: "Door", avatar: old });
  });
});
