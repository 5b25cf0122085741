import type { Tx } from "../../../declare/tx.ts";
import type { SelectCreator } from "../../../platform/database/port.ts";
import type { AccountsTables } from "../../accounts/index.ts";
import { countBoundTo } from "../../operators/index.ts";

/** As `carrierOf` tells them apart: phones subscribe without the web-push key. */
const phones = ['%"endpoint":"fcm"%', '%"endpoint":"apn"%'];

export const countBrowsers = countBoundTo<AccountsTables>(
  {
    what: "browsers with notifications",
    afterwards: "They get none until the person turns them on there again.",
  },
  (db) => subscribedBrowsers(db),
);

/** Removes the subscriptions that were made with another web-push key. */
export async function unsubscribeBrowsers(tx: Tx): Promise<void> {
  const db = tx.sql<AccountsTables>();
  await db
    .updateTable("sessions")
    .set({ subscription: null })
    .where("id", "in", subscribedBrowsers(db).select("id"))
    .execute();
}

function subscribedBrowsers(db: SelectCreator<AccountsTables>) {
  return phones.reduce(
    (query, phone) => query.where("subscription", "not like", phone),
    db.selectFrom("sessions").where("subscription", "is not", null),
  );
}
