const { projects } = require("../../jest.config.js")
const rooms = require("./rooms.json")

const [unit] = projects
const { displayName: _unit, testMatch: _everything, ...base } = unit
const { specs, startsMedusa } = rooms[process.env.MUTATION_ROOM]

/** The specs of one room: they have to notice what is changed in it. */
module.exports = {
  ...base,
  rootDir: "../..",
  // A Medusa that is started keeps more in its libraries than one spec may leave to the next.
  ...(!startsMedusa && { runtime: require.resolve("./shared-libraries.cjs") }),
  testMatch: specs.map((folder) => `<rootDir>/integration-tests/${folder}/**/*.spec.ts`),
  testTimeout: 10_000,
}
