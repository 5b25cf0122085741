import { expect, test } from "bun:test";
import { openTestLog } from "../../../../test/support/log/test-log.ts";
import { systemClock } from "../../clock/clock.ts";
import { Fcm } from "./fcm.ts";

test("the error about an unreadable key does not quote it", async () => {
  const fetch = () => Promise.reject(new Error("nothing is sent"));
  const fcm = new Fcm(
    { service_account: '{"private_key": MIIEvQ}', url: "https://fcm.example" },
    { fetch, clock: systemClock, log: openTestLog() },
  );
  const device = { endpoint: "fcm", p256dh: "", auth: "device" };
  const failure = await fcm.send(device, { notification: undefined, badge: 0 }).catch(String);
  expect(failure).toContain("push.fcm.service_account");
  expect(failure).not.toContain("MIIEvQ");
});
