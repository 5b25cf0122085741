import temml from "temml";

const namespace = "http://www.w3.org/1998/Math/MathML";

/** What the renderer's tree consists of, as far as it is used here. */
interface MathTreeNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly MathTreeNode[];
}

const elements = new Set(
  "math menclose merror mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mmultiscripts none".split(
    " ",
  ),
);
const attributes = new Set(
  "accent accentunder columnalign columnlines columnspacing columnspan depth dir display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowalign rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);
/** The properties of style that a formula may set; positions and sizes are not among them. */
const styles = new Set(["color", "fontWeight", "fontStyle", "textAlign"]);

/** How deep the elements of a formula may be nested. */
const deepest = 64;

/** The formula as MathML elements, or nothing if it cannot be read. */
export function mathElement(formula: string, isBlock: boolean): Element | undefined {
  try {
    const tree: MathTreeNode = temml.__renderToMathMLTree(formula, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxSize: [10, 50],
      maxExpand: 200,
    });
    const found = build(tree, 0);
    return found instanceof Element ? found : undefined;
  } catch {
    // The source of the formula is shown in its place.
    return undefined;
  }
}

function build(node: MathTreeNode, depth: number): Node {
  if (node.text !== undefined) return document.createTextNode(node.text);
  if (depth > deepest) throw new RangeError("the formula nests too deep");
  const isKnown = node.type !== undefined && elements.has(node.type);
  const element = document.createElementNS(namespace, isKnown ? (node.type as string) : "mrow");
  for (const [name, value] of Object.entries(node.attributes ?? {})) {
    if (attributes.has(name)) element.setAttribute(name, String(value));
  }
  for (const [name, value] of Object.entries(node.style ?? {})) {
    if (styles.has(name)) Object.assign((element as MathMLElement).style, { [name]: value });
  }
  for (const child of node.children ?? []) element.append(build(child, depth + 1));
  return element;
}
