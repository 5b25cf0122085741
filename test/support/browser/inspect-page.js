// Runs in a page of the web client, before its own scripts: looks for what the words of users must never do there.
/* global document, globalThis, addEventListener, location, getComputedStyle */
globalThis.violations = [];
globalThis.hacked = () => globalThis.violations.push("a script ran");
globalThis.alert = globalThis.hacked;
addEventListener("securitypolicyviolation", (event) => {
  globalThis.violations.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});

const wanted = { target: "_blank", rel: "noopener noreferrer nofollow", referrerpolicy: "no-referrer" };
/** Elements that nobody's words may become. */
const forbidden = "iframe, object, embed, base, style, form[action]";

/** The server has both names on this machine. */
const isOwn = (url) => {
  const { hostname, port } = new URL(url);
  return ["127.0.0.1", "localhost"].includes(hostname) && port === location.port;
};

/** What is wrong on the page as it is. */
globalThis.inspectPage = () => {
  const found = new Set(globalThis.violations);
  const say = (what, element) => found.add(`${what}: ${element.outerHTML.slice(0, 160)}`);
  for (const element of document.querySelectorAll(forbidden)) say("forbidden", element);
  for (const script of document.scripts) {
    if (!script.src.startsWith(`${location.origin}/assets/`)) say("script", script);
  }
  for (const sheet of document.querySelectorAll("link[rel=stylesheet]"))
    if (!isOwn(sheet.href)) say("sheet", sheet);
  for (const link of document.querySelectorAll("a[href]")) checkLink(link, say);
  for (const media of document.querySelectorAll("[src], [srcset], [poster]")) {
    for (const url of [media.src, media.currentSrc, media.poster].filter(Boolean)) {
      if (!/^(blob:|data:image\/)/.test(url) && !isOwn(url)) say("media", media);
    }
  }
  for (const element of document.querySelectorAll("*")) {
    if (/url\(|expression/i.test(element.getAttribute("style") ?? "")) say("style", element);
    for (const { name } of element.attributes) if (name.startsWith("on")) say("handler", element);
  }
  checkLayout(say);
  return [...found];
};

/** Scrolls most of a screen up, and says whether it was at the top. */
globalThis.scrollBack = async (selector) => {
  const element = document.querySelector(selector);
  const before = element.scrollTop;
  element.scrollTop -= element.clientHeight * 0.8;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  return before === 0 && element.scrollTop === 0;
};

function checkLink(link, say) {
  const { protocol } = new URL(link.href);
  if (!/^(https?|mailto):$/.test(protocol)) say("address", link);
  if (isOwn(link.href) || protocol === "mailto:") return;
  for (const [name, value] of Object.entries(wanted)) {
    if (link.getAttribute(name) !== value) say(name, link);
  }
}

/** Nothing is wider than its place, except where it can be scrolled or is cut off. */
function checkLayout(say) {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth > clientWidth) say(`the page is ${scrollWidth} wide of ${clientWidth}`, document.body);
  for (const box of document.querySelectorAll(
    "article, nav a, nav button, main header, aside button, h1, [role=dialog]",
  )) {
    const outer = box.getBoundingClientRect();
    if (outer.width === 0) continue;
    // Words have no box of their own.
    const isOpen = getComputedStyle(box).overflowX === "visible";
    if (isOpen && box.scrollWidth > box.clientWidth + 1) say(`words wider than their ${box.tagName}`, box);
    for (const part of box.querySelectorAll("*")) {
      const inner = part.getBoundingClientRect();
      const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1;
      if (isOut && inner.width > 2 && !isCut(part, box)) say(`wider than its ${box.tagName}`, part);
    }
    if (box.tagName === "ARTICLE") for (const part of box.querySelectorAll("*")) checkFixed(part, say);
  }
}

function checkFixed(part, say) {
  if (getComputedStyle(part).position === "fixed") say("fixed", part);
}

function isCut(part, box) {
  for (let parent = part; parent; parent = parent.parentElement) {
    const { overflowX, clipPath, visibility } = getComputedStyle(parent);
    if (overflowX !== "visible" && parent !== part) return true;
    if (clipPath !== "none" || visibility === "hidden") return true;
    if (parent === box) return false;
  }
  return false;
}
