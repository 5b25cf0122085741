import type { CompileContext, Token, Extension as TreeExtension } from "mdast-util-from-markdown";

/** Makes links of the addresses that the syntax extension finds in the text. */
export const literalLinkTree: TreeExtension = {
  enter: {
    literalAutolink(token) {
      this.enter({ type: "link", title: null, url: "", children: [] }, token);
    },
    literalAutolinkEmail: enterAddress,
    literalAutolinkHttp: enterAddress,
    literalAutolinkWww: enterAddress,
  },
  exit: {
    literalAutolink(token) {
      this.exit(token);
    },
    literalAutolinkEmail(token) {
      this.config.exit.autolinkEmail?.call(this, token);
    },
    literalAutolinkHttp(token) {
      this.config.exit.autolinkProtocol?.call(this, token);
    },
    literalAutolinkWww(token) {
      this.config.exit.data?.call(this, token);
      const link = this.stack[this.stack.length - 1];
      if (link?.type === "link") link.url = `https://${this.sliceSerialize(token)}`;
    },
  },
};

function enterAddress(this: CompileContext, token: Token): undefined {
  this.config.enter.autolinkProtocol?.call(this, token);
}
