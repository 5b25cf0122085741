import { common, createLowlight } from "lowlight";

/** A piece of code: text, or a part of a kind that has a colour. */
export type CodeNode = string | { readonly kind: string; readonly children: readonly CodeNode[] };

const lowlight = createLowlight(common);
/** Longer code is shown without colours, so that it never blocks the page. */
const longest = 20_000;

/** Finds what is a keyword, a string and so on; nothing for a language that is not known. */
export function highlight(language: string, code: string): readonly CodeNode[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name) || code.length > longest) return undefined;
  return lowlight.highlight(name, code).children.flatMap(toNode);
}

type Child = ReturnType<typeof lowlight.highlight>["children"][number];

function toNode(node: Child): CodeNode[] {
  if (node.type === "text") return [node.value];
  if (node.type !== "element") return [];
  const names = node.properties.className;
  const kind = Array.isArray(names) ? String(names[0]).replace(/^hljs-/, "") : "";
  return [{ kind, children: node.children.flatMap(toNode) }];
}
