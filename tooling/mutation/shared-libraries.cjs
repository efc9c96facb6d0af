const { createRequire } = require("node:module")
const { isNativeError } = require("node:util/types")

const jest = createRequire(require.resolve("jest/package.json"))
const core = createRequire(jest.resolve("@jest/core"))
const { default: Runtime } = createRequire(core.resolve("jest-runtime"))("jest-runtime")

/** Libraries that take longer to load than a spec to run. */
const SHARED = new Set(["@medusajs/framework/utils", "@medusajs/framework/zod", "fast-check"])

/** Makes `instanceof Error` work for errors of shared libraries: each spec file has its own global `Error`. */
function knowErrorsFromOutside(own) {
  const descends = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(own, Symbol.hasInstance, {
    value(error) {
      return this === own ? isNativeError(error) : descends.call(this, error)
    },
  })
}

/** Jest loads every module again for every spec file. This runtime loads stateless, unmutated libraries once. */
module.exports = class SharedLibraries extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest)
    knowErrorsFromOutside(environment.global.Error)
  }

  requireModuleOrMock(from, name) {
    return SHARED.has(name) ? require(name) : super.requireModuleOrMock(from, name)
  }
}
