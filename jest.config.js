// Specs that load Medusa itself would start a process each that sends telemetry.
process.env.MEDUSA_DISABLE_TELEMETRY = "true"

/** One project per kind of proof; `npm test` runs them in this order. */
const base = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true, tsx: true },
          transform: { decoratorMetadata: true },
        },
      },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/.medusa", "<rootDir>/.cache"],
  setupFilesAfterEnv: ["<rootDir>/integration-tests/patience.ts"],
}

/** Beside real stores, which the set-up starts: one for each worker. */
const inStore = {
  ...base,
  globalSetup: "<rootDir>/integration-tests/store/setup/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/store/setup/global-teardown.ts",
}

const specsIn = (room) => [`<rootDir>/integration-tests/${room}/**/*.spec.ts`]

module.exports = {
  projects: [
    { ...base, displayName: "unit", testMatch: specsIn("unit") },
    { ...base, displayName: "contract", testMatch: specsIn("contract") },
    { ...base, displayName: "verify", testMatch: specsIn("verify") },
    {
      ...base,
      displayName: "module",
      testMatch: specsIn("module"),
      globalSetup: "<rootDir>/integration-tests/module/setup/global-setup.ts",
      globalTeardown: "<rootDir>/integration-tests/module/setup/global-teardown.ts",
    },
    {
      ...inStore,
      displayName: "store",
      testMatch: specsIn("store"),
      setupFilesAfterEnv: [
        ...inStore.setupFilesAfterEnv,
        "<rootDir>/integration-tests/store/setup/leave-nothing-due.ts",
      ],
    },
    {
      ...inStore,
      displayName: "screens",
      testMatch: specsIn("screens"),
      globalSetup: "<rootDir>/integration-tests/screens/setup/global-setup.ts",
    },
    { ...inStore, displayName: "proofs", testMatch: specsIn("proofs") },
    {
      ...inStore,
      displayName: "cluster",
      testMatch: specsIn("cluster"),
      globalSetup: "<rootDir>/integration-tests/cluster/setup/global-setup.ts",
    },
    {
      ...base,
      displayName: "package",
      testMatch: specsIn("package"),
    },
  ],
}
