import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

// `VITE_MEDUSA_BACKEND_URL=… VITE_MEDUSA_PUBLISHABLE_KEY=… npx vite demo/storefront` runs it beside a shop of yours.
export default defineConfig({
  esbuild: { jsx: "automatic" },
  resolve: {
    // A storefront of its own has the package installed; here it is the one that is being written.
    alias: {
      "medusa-payment-consumer-financing/storefront": fileURLToPath(
        new URL("../../src/storefront", import.meta.url)
      ),
    },
  },
})
