import Type, { type TProperties } from "typebox";

/** Marks a key whose value is never printed. */
export const secret = { secret: true };

export function section<P extends TProperties>(description: string, properties: P) {
  return Type.Object(properties, { description, additionalProperties: false });
}

export const text = (value: string, description: string, more = {}) =>
  Type.String({ default: value, description, ...more });
export const whole = (value: number, description: string, more = {}) =>
  Type.Integer({ default: value, minimum: 0, description, ...more });
export const cap = (value: number, description: string) => whole(value, `${description} 0: no limit.`);
export const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });
export const list = (value: string[], description: string) =>
  Type.Array(Type.String(), { default: value, description });
export const pair = (value: [number, number], description: string) =>
  Type.Array(Type.Number(), { default: value, description, minItems: 2, maxItems: 2 });
export const choice = <const T extends string[]>(values: [...T], value: T[number], description: string) =>
  Type.Enum(values, { default: value, description });
/** Hours or days; off, if it is empty. */
export const interval = (description: string) =>
  text("", `${description}: a number and h or d, e.g. 12h or 30d. Empty: never.`, {
    pattern: "^([1-9][0-9]{0,4}[hd])?$",
    form: "a number and h or d, such as 12h",
  });
