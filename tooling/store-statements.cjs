// For tests only (`node --require`): records the cost of requests to the store. For every request with the header
// `x-statements: <file>`, it appends each statement at Postgres, each call to the financing service, and the response
// as lines of the file, including those after the response. Also counts all statements of the process, and those on
// the plugin's tables.
const { AsyncLocalStorage } = require("node:async_hooks")
const { channel } = require("node:diagnostics_channel")
const { appendFileSync } = require("node:fs")
const { Server } = require("node:http")
const Module = require("node:module")

const HEADER = "x-statements"
const requests = new AsyncLocalStorage()

function happened(what) {
  const file = requests.getStore()
  if (file) appendFileSync(file, `${JSON.stringify(what)}\n`)
}

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...given) {
  const file = event === "request" ? given[0].headers[HEADER] : undefined
  if (!file) return emit.call(this, event, ...given)
  given[1].once("finish", () => appendFileSync(file, `${JSON.stringify({ answered: true })}\n`))
  return requests.run(file, () => emit.call(this, event, ...given))
}

const SERVICE = /\/uaa\/|\/ecommerce\/|\/application\//
channel("undici:request:create").subscribe(({ request }) => {
  if (SERVICE.test(request.path)) happened({ call: request.path.split("?")[0] })
})

const counted = { statements: 0, ours: 0 }
exports.counted = counted

function watchClient({ prototype }) {
  const query = prototype.query
  prototype.query = function (config, ...rest) {
    const text = typeof config === "string" ? config : config?.text
    if (typeof text === "string") {
      counted.statements += 1
      if (text.includes("financing_")) counted.ours += 1
      happened({ statement: text })
    }
    return query.call(this, config, ...rest)
  }
}

const seen = new WeakSet()
const load = Module._load
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (request === "pg" && !seen.has(loaded)) {
    seen.add(loaded)
    watchClient(loaded.Client)
  }
  return loaded
}
