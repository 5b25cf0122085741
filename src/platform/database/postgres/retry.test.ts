import { expect, test } from "bun:test";
import { Retry } from "./retry.ts";

const conflict = new Error("conflict");

test.each([0, 1, 3, 4, 9])(
  "work that conflicts %d times ends, and each repetition is counted",
  async (conflicts) => {
    let [attempts, repeated] = [0, 0];
    const retry = new Retry(
      (error) => error === conflict,
      () => {
        repeated += 1;
      },
    );
    const done = await retry.run(async () => {
      if (attempts++ < conflicts) throw conflict;
      return "done";
    });
    expect({ done, attempts, repeated }).toEqual({
      done: "done",
      attempts: conflicts + 1,
      repeated: conflicts,
    });
  },
);

test("other errors are not repeated", async () => {
  let attempts = 0;
  const retry = new Retry(
    (error) => error === conflict,
    () => {},
  );
  const failing = retry.run(async () => {
    attempts += 1;
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(attempts).toBe(1);
});
