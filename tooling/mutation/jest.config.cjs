const { projects } = require("../../jest.config.js")

const [unit] = projects
const { displayName: _unit, testMatch: _everything, ...base } = unit

/** The specs that mutants are shown to. `npm run mutation` keeps a Postgres running for them. */
module.exports = {
  ...base,
  rootDir: "../..",
  testMatch: [
    "<rootDir>/integration-tests/unit/{domain,financing-api,modules,translation}/**/*.spec.ts",
    "<rootDir>/integration-tests/module/**/*.spec.ts",
  ],
  testTimeout: 10_000,
}
