// Builds the panel into the Python package, so that a wheel has it and nobody who installs one needs Node.
import { defineConfig, type Plugin } from "vite";

// The graph library adds style elements and empties its node with innerHTML. The panel's content policy allows
// neither: its styles stand in our own sheet (styles/graph.css), and a node is emptied without markup.
function withoutMarkup(): Plugin {
  const own = /[\\/](force-graph|float-tooltip)[\\/]dist[\\/][\w-]+\.mjs$/;
  return {
    name: "without-markup",
    enforce: "pre",
    transform(code, id) {
      if (!own.test(id.split("?")[0] ?? id)) return null;
      const plain = code
        .replace(/^styleInject\(css_248z\);$/m, "")
        .replace("domNode.innerHTML = '';", "domNode.replaceChildren();")
        .replace("state.tooltipEl.html(state.content);", "state.tooltipEl.text(state.content);");
      if (plain.includes("innerHTML") || /^styleInject\(/m.test(plain)) this.error(`${id} still writes markup`);
      return { code: plain, map: null };
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [withoutMarkup()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/fabula/serve/panel/dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": "http://127.0.0.1:7373" } },
});
