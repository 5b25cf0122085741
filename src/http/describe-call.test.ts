import { expect, test } from "bun:test";
import { describeCall } from "./describe-call.ts";

const [channel, message, user] = [
  "0000000000000000000000000A",
  "0000000000000000000000000B",
  "0000000000000000000000000C",
];

test("a call is described by its ids and the names of what it carries", () => {
  const caller = {};
  const pin = { method: "POST", path: "/channels/:target/messages/:msg/pin" } as const;
  expect(describeCall(pin, { params: { target: channel, msg: message }, caller })).toEqual({
    action: "POST /channels/:target/messages/:msg/pin",
    target: channel,
    details: { msg: message },
  });
  const edit = { method: "PATCH", path: "/servers/:target" } as const;
  const body = { owner: user, name: "a secret name", remove: [], description: undefined };
  expect(
    describeCall(edit, { params: { target: channel }, caller, body, query: { silently: true } }),
  ).toEqual({
    action: "PATCH /servers/:target",
    target: channel,
    details: { silently: true, owner: user, fields: ["name"] },
  });
  const read = { method: "GET", path: "/users/@me" } as const;
  expect(describeCall(read, { params: {}, caller, query: { limit: 5 } })).toEqual({
    action: "GET /users/@me",
    target: null,
    details: {},
  });
});
