import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { strykerPlugins as jestPlugins } from "@stryker-mutator/jest-runner"

/** In Stryker's sandbox, where each of its processes works. */
const DRY_RUN = "dry-run.json"
/** Milliseconds of tests that are run together, because loading costs more than running them. */
const CHEAP = 500

/**
 * Stryker's own runner for Jest loads every spec file for every mutant, and Medusa with most of them.
 * This one loads only the files with a test that reaches the mutant, the nearest and the quickest
 * first, and stops as soon as one of them noticed it: an hour instead of days, and the same verdict.
 */
class NearestFirst {
  constructor(jest) {
    this.jest = jest
  }

  capabilities() {
    return this.jest.capabilities()
  }

  init() {
    return this.jest.init()
  }

  async dryRun(options) {
    const result = await this.jest.dryRun(options)
    const specs = {}
    for (const { id, fileName, timeSpentMs } of result.tests ?? []) {
      const spec = (specs[fileName] ??= { tests: [], ms: 0 })
      spec.tests.push(id)
      spec.ms += timeSpentMs
    }
    await writeFile(DRY_RUN, JSON.stringify(specs))
    return result
  }

  async mutantRun(options) {
    const everything = this.jest.jestConfig
    let nrOfTests = 0
    try {
      for (const testMatch of await this.stagesOf(options)) {
        this.jest.jestConfig = { ...everything, testMatch }
        const result = await this.jest.mutantRun(options)
        if (result.status !== "survived") return result
        nrOfTests += result.nrOfTests
      }
    } finally {
      this.jest.jestConfig = everything
    }
    return { status: "survived", nrOfTests }
  }

  /** Spec files with a test that runs the changed line. */
  reaches(testFilter) {
    const wanted = new Set(testFilter)
    return ([, { tests }]) => tests.some((test) => wanted.has(test))
  }

  /**
   * What is changed runs while its file is loaded (a table, a constant), and nobody knows which tests
   * it matters to. It is shown to the specs that import the file themselves: others may notice it, too,
   * so that the score is, if anything, too low.
   */
  async importersOf(own) {
    this.texts ??= new Map()
    for (const file of Object.keys(this.specs)) {
      if (!this.texts.has(file)) this.texts.set(file, await readFile(file, "utf8"))
    }
    const imported = new RegExp(`from "[^"]*/${own}"`)
    const importers = [...this.texts]
      .filter(([, text]) => imported.test(text))
      .map(([file]) => file)
    return ([file]) => importers.length === 0 || importers.includes(file)
  }

  /** Spec files to run one stage after the other: the mutated file's own, its room's, all others. */
  async stagesOf({ testFilter, sandboxFileName }) {
    this.specs ??= JSON.parse(await readFile(DRY_RUN, "utf8"))
    const own = path.basename(sandboxFileName, ".ts")
    const isShown = testFilter ? this.reaches(testFilter) : await this.importersOf(own)
    const room = path.relative("src", sandboxFileName).split(path.sep)[0]
    const distanceOf = (file) =>
      path.basename(file, ".spec.ts") === own ? 0 : path.dirname(file).endsWith(room) ? 1 : 2
    const files = Object.entries(this.specs)
      .filter(isShown)
      .map(([file, { ms }]) => ({ file, ms, distance: distanceOf(file) }))
      .sort((one, other) => one.distance - other.distance || one.ms - other.ms)
    const stages = []
    for (const { file, ms, distance } of files) {
      const last = stages.at(-1)
      const isTogether = last && last.distance === distance && last.ms + ms <= CHEAP
      if (isTogether) {
        last.files.push(file)
        last.ms += ms
      } else stages.push({ files: [file], ms, distance })
    }
    return stages.map((stage) => stage.files)
  }
}

function nearestFirst(injector) {
  return new NearestFirst(injector.injectFunction(jestPlugins[0].factory))
}
nearestFirst.inject = ["$injector"]

export const strykerPlugins = [{ kind: "TestRunner", name: "nearest-first", factory: nearestFirst }]
