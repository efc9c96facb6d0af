import { defineConfig } from "oxlint"

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
  subscribers: ["domain", "modules", "medusa", "reconciliation", "workflows"],
  admin: ["domain"],
  storefront: ["domain"],
  sandbox: [],
  verify: ["domain", "financing-api"],
  init: ["sandbox", "verify"],
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

const noImports = (patterns) => ({ "no-restricted-imports": ["error", { patterns }] })

const directions = ROOMS.map((room) => {
  const forbidden = ROOMS.filter((other) => other !== room && !FLOW[room].includes(other))
  const patterns = forbidden.map((other) => ({
    // src/api has folders of its own that are called admin/consumer-financing and store/consumer-financing.
    regex: `^(\\.\\./)+${other}${room === "api" ? "($|/($|[a-z0-9]+(/|$)))" : "(/|$)"}`,
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
      group: ["@medusajs/**", "!@medusajs/framework/zod", "!@medusajs/framework/opentelemetry/api"],
      message: `src/${room} knows nothing of Medusa (zod and OpenTelemetry's API from @medusajs/framework excepted).`,
    })
  }
  if (room === "storefront") {
    patterns.push({
      regex: "^(@medusajs/|node:)",
      message: "src/storefront runs in browsers, and takes the shop's own SDK.",
    })
  }
  return { files: [`src/${room}/**/*.ts`, `src/${room}/**/*.tsx`], rules: noImports(patterns) }
})

const errors = (names) => Object.fromEntries(names.map((name) => [name, "error"]))

/** What ESLint recommends for JavaScript. */
const RECOMMENDED = errors(
  `constructor-super for-direction getter-return no-async-promise-executor no-case-declarations
  no-class-assign no-compare-neg-zero no-cond-assign no-const-assign no-constant-binary-expression
  no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-class-members
  no-dupe-else-if no-dupe-keys no-duplicate-case no-empty no-empty-character-class
  no-empty-pattern no-empty-static-block no-ex-assign no-extra-boolean-cast no-fallthrough
  no-func-assign no-global-assign no-import-assign no-invalid-regexp no-irregular-whitespace
  no-loss-of-precision no-misleading-character-class no-new-native-nonconstructor
  no-nonoctal-decimal-escape no-obj-calls no-prototype-builtins no-redeclare no-regex-spaces
  no-self-assign no-setter-return no-shadow-restricted-names no-sparse-arrays no-this-before-super
  no-unexpected-multiline no-unreachable no-unsafe-finally no-unsafe-negation
  no-unsafe-optional-chaining no-unused-labels no-unused-private-class-members
  no-useless-backreference no-useless-catch no-useless-escape no-var no-with prefer-const
  prefer-rest-params prefer-spread require-yield use-isnan valid-typeof`.split(/\s+/)
)

/** What typescript-eslint recommends where types are not asked for. */
const OF_TYPESCRIPT = errors(
  `ban-ts-comment consistent-type-imports no-array-constructor no-duplicate-enum-values
  no-empty-object-type no-explicit-any no-extra-non-null-assertion no-misused-new no-namespace
  no-non-null-asserted-optional-chain no-require-imports no-this-alias
  no-unnecessary-type-constraint no-unsafe-declaration-merging no-unsafe-function-type
  no-unused-expressions no-wrapper-object-types prefer-as-const prefer-namespace-keyword
  triple-slash-reference`
    .split(/\s+/)
    .map((name) => `typescript/${name}`)
)

/** And where they are. */
const TYPED = [
  "await-thenable",
  "no-array-delete",
  "no-base-to-string",
  "no-duplicate-type-constituents",
  "no-floating-promises",
  "no-for-in-array",
  "no-implied-eval",
  "no-misused-promises",
  "no-redundant-type-constituents",
  "no-unnecessary-type-assertion",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "no-unsafe-unary-minus",
  "only-throw-error",
  "prefer-promise-reject-errors",
  "restrict-plus-operands",
  "restrict-template-expressions",
  "unbound-method",
].map((name) => `typescript/${name}`)

const JAVASCRIPT = ["**/*.mjs", "**/*.js", "**/*.cjs"]

// Types are read by TypeScript's own compiler, from the tsconfig.json nearest to each file: the linter
// needs a tenth of the time that ESLint does.
export default defineConfig({
  ignorePatterns: [".medusa/**", ".cache/**", "src/modules/*/migrations/**"],
  plugins: ["typescript", "import"],
  categories: { correctness: "off" },
  rules: {
    ...RECOMMENDED,
    ...OF_TYPESCRIPT,
    ...errors(TYPED),
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "max-params": ["error", 3],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "no-console": "error",
  },
  overrides: [
    ...directions,
    {
      // A relation of Medusa's DML names both of its sides.
      files: ["src/modules/*/models/**", "{bench,demo,integration-tests,tooling}/**"],
      rules: { "import/no-cycle": "off" },
    },
    {
      files: ["demo/**/*.ts", "demo/**/*.tsx", "bench/**/*.ts"],
      rules: noImports([
        {
          regex: "/integration-tests/",
          message: "What the demo and the benches share with the specs is in tooling.",
        },
      ]),
    },
    {
      files: [
        "src/sandbox/**/*.ts",
        "src/init/**/*.ts",
        "src/verify/**/*.ts",
        "demo/**/*.ts",
        "bench/**/*.ts",
        "tooling/**/*",
        "integration-tests/store/setup/**/*.ts",
        "integration-tests/package/**/*.ts",
      ],
      rules: { "no-console": "off" },
    },
    {
      files: JAVASCRIPT,
      env: { node: true },
      rules: { ...Object.fromEntries(TYPED.map((name) => [name, "off"])), "no-undef": "error" },
    },
    {
      files: ["**/*.cjs", "jest.config.js"],
      env: { commonjs: true },
      rules: { "typescript/no-require-imports": "off" },
    },
  ],
})
