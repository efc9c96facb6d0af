import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

// To run it with your own shop: `VITE_MEDUSA_BACKEND_URL=… VITE_MEDUSA_PUBLISHABLE_KEY=… npx vite demo/storefront`
export default defineConfig({
  esbuild: { jsx: "automatic" },
  resolve: {
    // A real storefront installs the package. The demo uses this repository's source.
    alias: {
      "medusa-payment-consumer-financing/storefront": fileURLToPath(
        new URL("../../src/storefront", import.meta.url)
      ),
    },
  },
})
