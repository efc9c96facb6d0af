// For tests only (`node --require`): records each decision about an application in a store's process, with its
// observation, the merchant's rules and the plan, as a line of JSON in the directory of RECORD_DECISIONS.
const { appendFileSync, mkdirSync } = require("node:fs")
const { join } = require("node:path")
const Module = require("node:module")

const directory = process.env.RECORD_DECISIONS

function watch(decide) {
  return (observed, options) => {
    const decided = decide(observed, options)
    const { timeLimits, onLateApproval, onDecline } = options
    const rules = { timeLimits, onLateApproval, onDecline }
    mkdirSync(directory, { recursive: true })
    const trace = JSON.stringify({ observed, rules, decided })
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${trace}\n`)
    return decided
  }
}

const isDecide = (file) => file.endsWith("/domain/decide.js")

const seen = new Set()
const extension = Module._extensions[".js"]
if (directory) {
  Module._extensions[".js"] = function (module, file) {
    extension.call(this, module, file)
    if (!seen.has(file) && isDecide(file)) {
      seen.add(file)
      module.exports.decide = watch(module.exports.decide)
    }
  }
}
