/**
 * How the tests are measured. `npm run mutation` (tooling/mutate.ts) says what is changed.
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  plugins: ["@stryker-mutator/jest-runner", "./tooling/mutation/nearest-first.mjs"],
  testRunner: "nearest-first",
  // Medusa imports its database driver in a way that Jest runs only under this flag.
  testRunnerNodeArgs: ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"],
  jest: { configFile: "tooling/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: ".cache/stryker",
  ignorePatterns: [".cache", ".medusa", ".ci", "bench", "demo", "docs"],
  disableTypeChecks: false,
  incrementalFile: ".cache/mutation/incremental.json",
  reporters: ["progress", "clear-text", "json"],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  thresholds: { high: 95, low: 85, break: 85 },
  allowConsoleColors: false,
}
