import { expect, test } from "bun:test";
import { CommitOrder } from "./commit-order.ts";

test("callbacks run in the order of the turns, however the answers come in", async () => {
  const order = new CommitOrder();
  const [first, second, third, fourth] = [
    order.takeTurn(),
    order.takeTurn(),
    order.takeTurn(),
    order.takeTurn(),
  ];
  const heard: number[] = [];
  const failure = new Error("callback");
  const outcomes = Promise.allSettled([
    fourth.follow(() => heard.push(4)),
    second.follow(() => {
      heard.push(2);
      throw failure;
    }),
    third.follow(() => heard.push(3)),
  ]);
  await Bun.sleep(1);
  expect(heard).toEqual([]);
  await first.follow(() => heard.push(1));
  const [ofFourth, ofSecond, ofThird] = await outcomes;
  expect(heard).toEqual([1, 2, 3, 4]);
  expect([ofFourth.status, ofThird.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(ofSecond).toEqual({ status: "rejected", reason: failure });
});
