// For tests only (`node --require`): records the lasting effects of a request, and crashes or stops the process at a
// chosen one. For every request with the header
//   x-effects: <file>;<moment>;<deed>
// it appends each effect to the file: a statement that commits at Postgres, a request sent to the financing service, a
// response received from it. The moment is an effect's number, its name, or `<name>+<n>` for the n-th effect after it.
// The deed is one of
//   die:  everything that the request started halts, as if the process had crashed; a line that begins with † reports
//         it, and the reader of the file kills the process.
//   stop: the whole process stops (SIGSTOP) until it is continued.
const { AsyncLocalStorage } = require("node:async_hooks")
const { channel } = require("node:diagnostics_channel")
const { appendFileSync } = require("node:fs")
const { Server } = require("node:http")
const Module = require("node:module")

const HEADER = "x-effects"
const errands = new AsyncLocalStorage()
const known = new Map()
const never = () => new Promise(() => {})

/** Requests with the same header share one errand. */
function errandOf(wish) {
  const [file, moment = "", deed = ""] = wish.split(";")
  if (!known.has(wish)) known.set(wish, { file, moment, deed, count: 0, isDead: false })
  return known.get(wish)
}

function isTheMoment(errand, name) {
  const { moment } = errand
  if (/^\d+$/.test(moment)) return errand.count === Number(moment)
  const [wanted, later = "0"] = moment.split("+")
  if (name === wanted) errand.since ??= errand.count
  return errand.since !== undefined && errand.count - errand.since === Number(later)
}

const DEEDS = {
  die: (errand, name) => {
    errand.isDead = true
    appendFileSync(errand.file, `† ${errand.count} ${name}\n`)
  },
  stop: () => process.kill(process.pid, "SIGSTOP"),
}

function happened(errand, name) {
  if (errand.isDead) return
  errand.count += 1
  appendFileSync(errand.file, `${errand.count} ${name}\n`)
  if (isTheMoment(errand, name)) DEEDS[errand.deed]?.(errand, name)
}

// Requests to the store: everything that a request starts belongs to its errand.

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...given) {
  const wish = event === "request" ? given[0].headers[HEADER] : undefined
  if (!wish) return emit.call(this, event, ...given)
  return errands.run(errandOf(wish), () => emit.call(this, event, ...given))
}

// Requests to the service. Socket events run outside the async context, so the errand is kept with the request.

const OPERATIONS = [
  [/\/uaa\/oauth\/token$/, "requestToken"],
  [/\/application\/ecommerce\/orders$/, "createOrder"],
  [/\/ecommerce\/application\/create\/cart$/, "createVirtualCart"],
  [/\/ecommerce\/application\/create$/, "createFullApplication"],
  [/\/offers\/select\/[^/]+$/, "selectOffer"],
  [/\/pre-approval\/send$/, "createPreApproval"],
  [/\/cart\/update\/send$/, "updateCartAndSend"],
  [/\/application-validation\/validateipn$/, "validatePostback"],
  [/\/partial\/refund$/, "partialRefund"],
  [/\/update\/order\/id$/, "updateOrderId"],
  [/\/status$/, "getStatus"],
  [/\/settle$/, "settle"],
  [/\/cancel$/, "cancel"],
  [/\/refund$/, "refund"],
]

/** Returns the name of a call to the service; undefined for other requests. */
function operationOf(path) {
  const place = path.split("?")[0]
  return OPERATIONS.find(([pattern]) => pattern.test(place))?.[1]
}

const requests = new WeakMap()

channel("undici:request:create").subscribe(({ request }) => {
  const operation = operationOf(request.path)
  const errand = errands.getStore()
  if (operation && errand) requests.set(request, { operation, errand })
})

for (const [moment, word] of [
  ["bodySent", "sent"],
  ["headers", "answered"],
]) {
  channel(`undici:request:${moment}`).subscribe(({ request }) => {
    const { operation, errand } = requests.get(request) ?? {}
    if (operation) happened(errand, `${operation} ${word}`)
  })
}

/** Blocks requests of a dead errand. */
function silence({ prototype }) {
  const dispatch = prototype.dispatch
  prototype.dispatch = function (...args) {
    return errands.getStore()?.isDead ? true : dispatch.apply(this, args)
  }
}

// Statements that commit, alone or with their transaction.

const WRITES = /^\s*(insert into|update|delete from)\s+"?(?:public"?\.)?"?(\w+)/i
const SHORT = { "insert into": "insert", "delete from": "delete" }

function writeIn(text) {
  const [, verb, table] = WRITES.exec(text) ?? []
  const word = verb?.toLowerCase()
  return word && `${SHORT[word] ?? word} ${table}`
}

const EACH_WRITE = /\b(insert into|update|delete from)\s+"?(?:public"?\.)?"?(?!set\b)(\w+)/gi

/** Lists the writes of one statement such as `with … as (insert …), … as (update …)`. */
function writesTogether(text) {
  if (!/^\s*with\s/i.test(text)) return []
  const writes = [...text.matchAll(EACH_WRITE)].map(([write]) => writeIn(write))
  return [...new Set(writes)]
}

/** Returns the name of the effect that a statement commits; null if it commits nothing. */
function effectOf(client, text) {
  if (/^\s*(begin|start transaction)/i.test(text)) client.writes = new Set()
  else if (/^\s*rollback\s*;?\s*$/i.test(text)) client.writes = undefined
  else if (/^\s*commit/i.test(text)) {
    const writes = client.writes
    client.writes = undefined
    return writes?.size ? `commit ${[...writes].join(", ")}` : null
  } else {
    const together = writesTogether(text)
    if (together.length > 0) {
      if (!client.writes) return `commit ${together.join(", ")}`
      together.forEach((write) => client.writes.add(write))
      return null
    }
    const write = writeIn(text)
    if (!write || !client.writes) return write ?? null
    client.writes.add(write)
  }
  return null
}

function watchClient({ prototype }) {
  const query = prototype.query
  prototype.query = function (config, values, callback) {
    const errand = errands.getStore()
    if (errand?.isDead) return never()
    const text = typeof config === "string" ? config : config?.text
    const name = typeof text === "string" ? effectOf(this, text) : null
    if (!errand || !name) return query.call(this, config, values, callback)
    const isDone = (error) => {
      if (!error) happened(errand, name)
      return !errand.isDead
    }
    const done = typeof values === "function" ? values : callback
    if (!done) {
      const result = query.call(this, config, values)
      return result.then((rows) => (isDone() ? rows : never()))
    }
    const after = (error, rows) => isDone(error) && done(error, rows)
    return typeof values === "function"
      ? query.call(this, config, after)
      : query.call(this, config, values, after)
  }
}

const WATCHED = {
  pg: ({ Client }) => watchClient(Client),
  undici: ({ Pool }) => silence(Pool),
}

const seen = new WeakSet()
const load = Module._load
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (Object.hasOwn(WATCHED, request) && !seen.has(loaded)) {
    seen.add(loaded)
    WATCHED[request](loaded)
  }
  return loaded
}
