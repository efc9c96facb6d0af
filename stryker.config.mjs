import { readFileSync } from "node:fs"

const rooms = JSON.parse(readFileSync("tooling/mutation/rooms.json", "utf8"))
const room = process.env.MUTATION_ROOM
if (!rooms[room]) throw new Error("Use `npm run mutation`: it says which room is measured.")

/** Medusa imports its database driver in a way that Jest runs only under this flag. */
const WITH_MODULES = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]

/**
 * How the tests of one room are measured; tooling/mutate.ts measures one after the other.
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: rooms[room].mutate,
  plugins: [
    "@stryker-mutator/jest-runner",
    "./tooling/mutation/keep-decorators.mjs",
    "./tooling/mutation/nearest-first.mjs",
  ],
  testRunner: "nearest-first",
  testRunnerNodeArgs: rooms[room].startsMedusa ? WITH_MODULES : [],
  jest: { configFile: "tooling/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Each run of Jest leaves modules behind in its process, which gets slower with every one.
  maxTestRunnerReuse: 150,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: `.cache/stryker/${room}`,
  ignorePatterns: [".cache", ".medusa", ".ci", "bench", "demo", "docs"],
  disableTypeChecks: false,
  incrementalFile: `.cache/mutation/${room}.incremental.json`,
  reporters: ["progress", "clear-text", "json"],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `.cache/mutation/${room}.json` },
  thresholds: { high: 95, low: 85, break: null },
  allowConsoleColors: false,
}
