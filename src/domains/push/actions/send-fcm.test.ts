import { expect, test } from "bun:test";
import { configWith } from "../../../config/load.ts";
import type { Services } from "../../../store/services.ts";
import { sendFcm } from "./send-fcm.ts";

test("of a key that cannot be read nothing is said", async () => {
  const config = configWith({ push: { fcm: { service_account: '{"private_key": MIIEvQ}' } } });
  const device = { endpoint: "fcm", p256dh: "", auth: "device" };
  const parcel = { notice: undefined, badge: 0 };
  const failure = await sendFcm({ config } as Services, device, parcel).catch(String);
  expect(failure).toContain("push.fcm.service_account");
  expect(failure).not.toContain("MIIEvQ");
});
