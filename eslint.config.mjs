import js from "@eslint/js"
import tseslint from "typescript-eslint"

// Which room may import which. Imports run one way: everything not listed for a room is
// forbidden in it. The module is reached through the container, so workflows and providers
// may name its types only.
const FLOW = {
  domain: [],
  "financing-api": ["domain"],
  translation: ["domain", "financing-api"],
  modules: ["domain", "financing-api", "translation"],
  medusa: ["domain", "financing-api", "translation", "modules"],
  providers: ["domain", "financing-api", "translation", "modules", "medusa"],
  reconciliation: ["domain", "financing-api", "translation", "modules", "medusa"],
  links: ["modules"],
  workflows: [
    "domain",
    "financing-api",
    "translation",
    "modules",
    "medusa",
    "reconciliation",
    "links",
  ],
  api: ["domain", "financing-api", "translation", "modules", "reconciliation", "workflows"],
  jobs: ["domain", "modules", "reconciliation", "workflows"],
  subscribers: ["domain", "modules", "medusa", "workflows"],
  admin: [],
  storefront: ["domain"],
  sandbox: [],
}
const ROOMS = Object.keys(FLOW)
const PURE_ROOMS = ["domain", "financing-api"]
const REACHES_OPTIONS = [
  "modules",
  "providers",
  "reconciliation",
  "workflows",
  "api",
  "jobs",
  "subscribers",
]

const directions = ROOMS.map((room) => {
  const forbidden = ROOMS.filter((other) => other !== room && !FLOW[room].includes(other))
  const patterns = forbidden.map((other) => ({
    // src/api has folders of its own that are called admin and store.
    regex: `^(\\.\\./)+${other}${room === "api" ? "(?!/consumer-financing/)" : ""}(/|$)`,
    message: `src/${room} may not import src/${other}: imports run one way (see CONTRIBUTING.md).`,
  }))
  if (!REACHES_OPTIONS.includes(room)) {
    patterns.push({
      regex: "^(\\.\\./)+options$",
      message: `src/${room} takes no merchant options.`,
    })
  }
  if (PURE_ROOMS.includes(room)) {
    patterns.push({
      regex: "^@medusajs/(?!framework/(zod|opentelemetry/api)$)",
      message: `src/${room} knows nothing of Medusa (zod and OpenTelemetry's API from @medusajs/framework excepted).`,
    })
  }
  if (room === "storefront") {
    patterns.push({
      regex: "^(@medusajs/|node:)",
      message: "src/storefront runs in browsers, and takes the shop's own SDK.",
    })
  }
  return {
    files: [`src/${room}/**/*.ts`, `src/${room}/**/*.tsx`],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  }
})

export default tseslint.config(
  { ignores: [".medusa/**", ".cache/**", "node_modules/**", "src/modules/*/migrations/**"] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: "./tsconfig.check.json", tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/require-await": "off",
      "max-params": ["error", 3],
      "no-console": "error",
    },
  },
  ...directions,
  {
    files: ["demo/**/*.ts", "bench/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "/integration-tests/",
              message: "What the demo and the benches share with the specs is in tooling.",
            },
          ],
        },
      ],
    },
  },
  {
    files: [
      "src/sandbox/**/*.ts",
      "demo/**/*.ts",
      "bench/**/*.ts",
      "tooling/**/*",
      "integration-tests/store/setup/**/*.ts",
      "integration-tests/package/**/*.ts",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.mjs", "**/*.js", "**/*.cjs"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: Object.fromEntries(
        [
          "Buffer",
          "__dirname",
          "clearInterval",
          "console",
          "fetch",
          "module",
          "process",
          "require",
          "setInterval",
          "setTimeout",
          "URL",
        ].map((name) => [name, "readonly"])
      ),
    },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } }
)
