import { locale } from "./create-i18n.ts";

/** As in "London, United Kingdom". */
export function describeLocation({
  city,
  country,
}: {
  readonly city?: string;
  readonly country: string;
}): string {
  const name = new Intl.DisplayNames(locale(), { type: "region", fallback: "code" }).of(country);
  return [city, name].filter(Boolean).join(", ");
}
