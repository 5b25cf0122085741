import { useSearchParams } from "@solidjs/router";
import { SearchField } from "@ui/search-field.tsx";
import { createEffect, createSignal, on, onCleanup } from "solid-js";

/** How long somebody stops typing before the list is asked for, in milliseconds. */
const pause = 250;

/** A search field whose text is in the address, so that a list can be reloaded and passed on. */
export function AddressSearch(props: { readonly label: string }) {
  const [search, setSearch] = useSearchParams<{ query?: string }>();
  const [text, setText] = createSignal(search.query ?? "");
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  // The address also changes by the back button.
  createEffect(
    on(
      () => search.query ?? "",
      (query) => query !== text().trim() && setText(query),
    ),
  );

  function onInput(value: string): void {
    setText(value);
    clearTimeout(timer);
    timer = setTimeout(
      () => setSearch({ query: value.trim() || undefined, after: undefined }, { replace: true }),
      pause,
    );
  }
  return <SearchField label={props.label} value={text()} onChange={onInput} />;
}
