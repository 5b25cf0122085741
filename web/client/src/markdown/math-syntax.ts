import type { CompileContext, Extension as TreeExtension } from "mdast-util-from-markdown";
import type { Code, Construct, Extension, State } from "micromark-util-types";

declare module "mdast" {
  interface PhrasingContentMap {
    math: MathNode;
  }
  interface RootContentMap {
    math: MathNode;
  }
}
interface MathNode {
  type: "math";
  value: string;
  isBlock: boolean;
  position?: import("unist").Position;
}
declare module "micromark-util-types" {
  interface TokenTypeMap {
    math: "math";
    mathMarker: "mathMarker";
  }
}

const dollar = 36;
const backslash = 92;
/** The longest formula in a line, and on lines of its own: an open `$` must not make the reader look far ahead. */
const longest = { line: 500, block: 2_000 };

/** `$…$` within a line, and `$$…$$` over any number of lines. Nothing inside is Markdown. */
const math: Construct = {
  name: "math",
  tokenize(effects, ok, nok) {
    let isBlock = false;
    let length = 0;
    let previous: Code = null;
    return (code) => {
      effects.enter("math");
      effects.enter("mathMarker");
      effects.consume(code);
      return afterFirstMarker;
    };

    function afterFirstMarker(code: Code): State | undefined {
      if (code === dollar) {
        isBlock = true;
        effects.consume(code);
        effects.exit("mathMarker");
        return content;
      }
      effects.exit("mathMarker");
      return isSpace(code) ? nok(code) : content(code);
    }

    function content(code: Code): State | undefined {
      length += 1;
      if (code === null || length > (isBlock ? longest.block : longest.line)) return nok(code);
      if (isLineEnding(code)) {
        if (!isBlock) return nok(code);
        effects.enter("lineEnding");
        effects.consume(code);
        effects.exit("lineEnding");
        return content;
      }
      if (code === dollar) return isBlock || !isSpace(previous) ? closing(code) : nok(code);
      effects.enter("codeTextData");
      return data(code);
    }

    function data(code: Code): State | undefined {
      if (code === null || code === dollar || isLineEnding(code) || length > longest.block) {
        effects.exit("codeTextData");
        return content(code);
      }
      length += 1;
      previous = code;
      effects.consume(code);
      return code === backslash ? afterBackslash : data;
    }

    function afterBackslash(code: Code): State | undefined {
      if (code !== dollar) return data(code);
      previous = code;
      effects.consume(code);
      return data;
    }

    function closing(code: Code): State | undefined {
      if (length === 1) return nok(code);
      effects.enter("mathMarker");
      effects.consume(code);
      if (isBlock) return secondClosing;
      effects.exit("mathMarker");
      effects.exit("math");
      // Prices, as in $5-$10, are not formulas.
      return (next) => (next !== null && next >= 48 && next <= 57 ? nok(next) : ok(next));
    }

    function secondClosing(code: Code): State | undefined {
      if (code !== dollar) return nok(code);
      effects.consume(code);
      effects.exit("mathMarker");
      effects.exit("math");
      return ok;
    }
  },
};

function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32;
}

export const mathSyntax: Extension = { text: { [dollar]: math } };

export const mathTree: TreeExtension = {
  enter: {
    math(token) {
      this.enter({ type: "math", value: "", isBlock: false }, token);
      this.buffer();
    },
  },
  exit: {
    math(this: CompileContext, token) {
      const value = this.resume();
      const node = this.stack[this.stack.length - 1];
      if (node?.type === "math") {
        node.value = value.trim();
        node.isBlock = this.sliceSerialize(token).startsWith("$$");
      }
      this.exit(token);
    },
  },
};
