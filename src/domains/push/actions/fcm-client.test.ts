import { expect, test } from "bun:test";
import { configWith } from "../../../config/load.ts";
import type { Services } from "../../../store/services.ts";
import { FcmClient } from "./fcm-client.ts";

test("the error about an unreadable key does not quote it", async () => {
  const config = configWith({ push: { fcm: { service_account: '{"private_key": MIIEvQ}' } } });
  const client = new FcmClient({ config } as Services);
  const device = { endpoint: "fcm", p256dh: "", auth: "device" };
  const failure = await client.send(device, { notification: undefined, badge: 0 }).catch(String);
  expect(failure).toContain("push.fcm.service_account");
  expect(failure).not.toContain("MIIEvQ");
});
