/** Changes an object by an event that names its new fields, and those that were cleared. Null stands for none. */
export function merge(
  target: object,
  { data, clear }: { readonly data: object; readonly clear: readonly string[] },
): void {
  for (const [field, value] of Object.entries(data)) {
    if (value === null) Reflect.deleteProperty(target, field);
    else Reflect.set(target, field, value);
  }
  for (const name of clear) {
    const field = fieldNamed(name);
    // The fields of a status are cleared one by one.
    if (field.startsWith("status_") && "status" in target)
      target.status = without(Object(target.status), field.slice("status_".length));
    else Reflect.deleteProperty(target, field);
  }
}

/** A copy of an object that lacks a field. */
export function without<T extends object>(fields: T, name: string): T {
  const copy = { ...fields };
  Reflect.deleteProperty(copy, name);
  return copy;
}

/** The field that `DisplayName`, for example, stands for: `display_name`. */
function fieldNamed(name: string): string {
  return name.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
}
