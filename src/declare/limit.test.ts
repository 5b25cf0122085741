import { describe, expect, test } from "bun:test";
import { type BucketName, buckets } from "../config/buckets.ts";
import { bucketOf } from "./limit.ts";

const calls: Record<BucketName, number> = {
  users: 20,
  user_edit: 2,
  default_avatar: 255,
  bots: 10,
  channels: 15,
  messaging: 10,
  servers: 5,
  auth: 3,
  setup: 100,
  auth_delete: 255,
  safety: 15,
  safety_report: 3,
  upload: 10,
  admin: 20,
  swagger: 100,
  any: 20,
};

const cases: [call: string, bucket: BucketName, resource?: string][] = [
  ["PATCH /users/@me", "user_edit", "@me"],
  ["PATCH /users/01ABC", "user_edit", "01ABC"],
  ["PATCH /users/@me/username", "user_edit", "@me"],
  ["PATCH /users", "user_edit"],
  ["GET /users/01ABC/default_avatar", "default_avatar"],
  ["HEAD /users/01ABC/default_avatar", "default_avatar"],
  ["GET /users", "users"],
  ["GET /users/@me", "users"],
  ["GET /users/01ABC/profile", "users"],
  ["PUT /users/01ABC/friend", "users"],
  ["POST /users/friend", "users"],
  ["DELETE /users/01ABC/block", "users"],
  ["GET /bots", "bots"],
  ["POST /bots/create", "bots"],
  ["PATCH /bots/01ABC", "bots"],
  ["DELETE /bots/01ABC", "bots"],
  ["POST /channels/01ABC/messages", "messaging", "01ABC"],
  ["POST /channels/01ABC/messages/01DEF/pin", "messaging", "01ABC"],
  ["GET /channels/01ABC/messages", "channels", "01ABC"],
  ["DELETE /channels/01ABC/messages/01DEF", "channels", "01ABC"],
  ["PATCH /channels/01ABC", "channels", "01ABC"],
  ["POST /channels/create", "channels", "create"],
  ["POST /channels/01ABC/search", "channels", "01ABC"],
  ["GET /channels", "any"],
  ["GET /servers/01ABC", "servers", "01ABC"],
  ["PATCH /servers/01ABC/members/01DEF", "servers", "01ABC"],
  ["POST /servers/create", "servers", "create"],
  ["GET /server/01ABC/emojis", "servers", "01ABC"],
  ["GET /servers", "any"],
  ["POST /auth/session/login", "auth"],
  ["GET /auth/account", "auth"],
  ["PATCH /auth/session/01ABC", "auth"],
  ["DELETE /auth/session/01ABC", "auth_delete"],
  ["DELETE /auth/session/all", "auth_delete"],
  ["DELETE /auth", "auth_delete"],
  ["GET /auth", "auth"],
  ["GET /auth/setup", "setup"],
  ["POST /auth/setup/complete", "setup"],
  ["GET /swagger", "swagger"],
  ["GET /swagger/index.html", "swagger"],
  ["POST /safety/report", "safety_report", "report"],
  ["GET /safety/reports", "safety"],
  ["GET /safety", "safety"],
  ["GET /", "any"],
  ["GET /invites/01ABC", "any"],
  ["PUT /custom/emoji/01ABC", "any"],
  ["POST /onboard/complete", "any"],
  ["POST /sync/settings/fetch", "any"],
  ["POST /push/subscribe", "any"],
  ["POST /policy/acknowledge", "any"],
  ["POST /webhooks/01ABC/token", "any"],
  ["GET /something/else", "any"],
  ["GET /Users/@me", "any"],
  ["GET /constructor", "any"],
];

describe("buckets", () => {
  test("have the numbers of the specification", () => {
    const declared: Record<string, number> = {};
    for (const [name, bucket] of Object.entries(buckets)) declared[name] = bucket.calls;
    expect(declared).toEqual(calls);
  });

  test.each(cases)("%p counts in %p", (call, bucket, resource = "") => {
    const [method = "", path = ""] = call.split(" ");
    expect(bucketOf(method, path.split("/").filter(Boolean))).toEqual({ bucket, resource });
  });
});
