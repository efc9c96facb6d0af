const { createRequire } = require("node:module")
const { isNativeError } = require("node:util/types")

const jest = createRequire(require.resolve("jest/package.json"))
const core = createRequire(jest.resolve("@jest/core"))
const { default: Runtime } = createRequire(core.resolve("jest-runtime"))("jest-runtime")

/** Libraries that take longer to load than a spec takes to run. */
const SHARED = new Set(["@medusajs/framework/utils", "@medusajs/framework/zod", "fast-check"])

/** A spec file has an `Error` of its own, which the errors of a shared library do not descend from. */
function knowErrorsFromOutside(own) {
  const descends = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(own, Symbol.hasInstance, {
    value(error) {
      return this === own ? isNativeError(error) : descends.call(this, error)
    },
  })
}

/**
 * Jest loads every module again for every spec file. What is not changed by a mutation, and keeps
 * nothing between two tests, is loaded once for the whole process here.
 */
module.exports = class SharedLibraries extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest)
    knowErrorsFromOutside(environment.global.Error)
  }

  requireModuleOrMock(from, name) {
    return SHARED.has(name) ? require(name) : super.requireModuleOrMock(from, name)
  }
}
