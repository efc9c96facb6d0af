// For tests only (`node --require`): writes down, in a store's process, each decision about an
// application at the moment it is carried out: what was seen, what was decided, and what the action asked
// of people and of the schedule. One line of JSON each, in the directory that RECORD_DECISIONS names.
const { AsyncLocalStorage } = require("node:async_hooks")
const { appendFileSync, mkdirSync } = require("node:fs")
const { join } = require("node:path")
const Module = require("node:module")

const directory = process.env.RECORD_DECISIONS
const actions = new AsyncLocalStorage()

function keep(trace) {
  mkdirSync(directory, { recursive: true })
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify(trace)}\n`)
}

/** An action: the decision that it is given carries what was seen. */
function watchAction(carryOut) {
  return async function (container, decision) {
    // An action may be made of others: the first one is the decision's.
    if (!decision?.observed || actions.getStore()) return carryOut.call(this, container, decision)
    const { timeLimits, onLateApproval } = container.resolve("consumerFinancing").options
    const { observed, move: action, limit, isLate } = decision
    const effects = new Set()
    try {
      return await actions.run(effects, () => carryOut.call(this, container, decision))
    } finally {
      const rules = { timeLimits, onLateApproval }
      keep({ observed, rules, decided: { action, limit, isLate }, effects: [...effects] })
    }
  }
}

/** What an action asks of people, and of the schedule, in words without ids. */
const EFFECTS = {
  askForAttention: (id, cause) => [`ask ${cause}`],
  keepAttention: (id, cause) => [`keep ${cause}`],
  clearAttention: (id, ...causes) => causes.map((cause) => `clear ${cause}`),
  clearAgreed: () => ["clear what agrees"],
  lookAgain: () => ["look again"],
  lookSoon: () => ["look soon"],
  lookWithin: () => ["look within"],
  requestSync: () => ["request sync"],
  close: () => ["close"],
  release: () => ["release"],
  markEnded: () => ["mark ended"],
  settle: () => ["settle"],
  cancel: () => ["cancel"],
}

function watchService({ prototype }) {
  for (const [name, describe] of Object.entries(EFFECTS)) {
    const act = prototype[name]
    prototype[name] = function (...given) {
      const effects = actions.getStore()
      describe(...given).forEach((effect) => effects?.add(effect))
      return act.apply(this, given)
    }
  }
}

const isAction = (file) => /\/reconciliation\/actions\/[\w-]+\.js$/.test(file)
const isService = (file) => file.endsWith("/modules/consumer-financing/service.js")

function watch(file, loaded) {
  if (isService(file)) watchService(loaded.default)
  if (!isAction(file)) return
  for (const [name, value] of Object.entries(loaded)) {
    if (typeof value === "function" && value.length === 2) loaded[name] = watchAction(value)
  }
}

const seen = new Set()
const extension = Module._extensions[".js"]
if (directory) {
  Module._extensions[".js"] = function (module, file) {
    extension.call(this, module, file)
    if (!seen.has(file) && (isAction(file) || isService(file))) {
      seen.add(file)
      watch(file, module.exports)
    }
  }
}
