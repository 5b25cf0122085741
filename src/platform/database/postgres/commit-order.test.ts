import { expect, test } from "bun:test";
import { CommitOrder } from "./commit-order.ts";

test("callbacks run in the order of the turns, in whatever order the commits are confirmed", async () => {
  const order = new CommitOrder();
  const [first, second, third, fourth] = [
    order.takeTurn(),
    order.takeTurn(),
    order.takeTurn(),
    order.takeTurn(),
  ];
  const called: number[] = [];
  const failure = new Error("callback");
  const outcomes = Promise.allSettled([
    fourth.follow(() => called.push(4)),
    second.follow(() => {
      called.push(2);
      throw failure;
    }),
    third.follow(() => called.push(3)),
  ]);
  await Bun.sleep(1);
  expect(called).toEqual([]);
  await first.follow(() => called.push(1));
  const [ofFourth, ofSecond, ofThird] = await outcomes;
  expect(called).toEqual([1, 2, 3, 4]);
  expect([ofFourth.status, ofThird.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(ofSecond).toEqual({ status: "rejected", reason: failure });
});
