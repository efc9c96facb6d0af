const { projects } = require("../../jest.config.js")
const rooms = require("./rooms.json")

const [unit] = projects
const { displayName: _unit, testMatch: _everything, ...base } = unit
const { specs } = rooms[process.env.MUTATION_ROOM]

/** The specs of one room: they have to notice what is changed in it. */
module.exports = {
  ...base,
  rootDir: "../..",
  runtime: require.resolve("./shared-libraries.cjs"),
  testMatch: specs.map((folder) => `<rootDir>/integration-tests/${folder}/**/*.spec.ts`),
  testTimeout: 10_000,
}
