import { expect, test } from "bun:test";
import { createComponent, createSignal } from "solid-js";
import { render } from "solid-js/web";
import { Select } from "../ui/select.tsx";
import { click } from "./support/actions.ts";
import { find } from "./support/find.ts";

test("an open list stays open while its options stay the same", async () => {
  const [labels, setLabels] = createSignal(["One", "Two"]);
  const [value, onChange] = createSignal("One");
  const remove = render(
    () =>
      createComponent(Select, {
        label: "Number",
        get choices() {
          return labels().map((label) => ({ value: label, label }));
        },
        get value() {
          return value();
        },
        onChange,
      }),
    document.body,
  );
  const button = await find("button", /Number/);
  click(button);
  const option = await find("option", "Two");
  setLabels((all) => [...all]);
  expect(option.isConnected).toBe(true);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  click(option);
  expect([value(), button.getAttribute("aria-expanded")]).toEqual(["Two", "false"]);
  remove();
});
