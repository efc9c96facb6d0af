const { projects } = require("../../jest.config.js")
const rooms = require("./rooms.json")

const [unit] = projects
const { displayName: _unit, testMatch: _everything, ...base } = unit
const { specs, startsMedusa } = rooms[process.env.MUTATION_ROOM]

/** Runs the specs of one room, which should detect its mutants. */
module.exports = {
  ...base,
  rootDir: "../..",
  // A started Medusa keeps state in its libraries, which specs must not share.
  ...(!startsMedusa && { runtime: require.resolve("./shared-libraries.cjs") }),
  testMatch: specs.map((folder) => `<rootDir>/integration-tests/${folder}/**/*.spec.ts`),
  testTimeout: 10_000,
}
