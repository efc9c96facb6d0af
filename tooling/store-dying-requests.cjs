// For tests only: simulates a crash of the store for one request, while the process serves all others. A request with
// the header `x-dies-at-write: n` is cut off before the plugin's n-th write and never continues: its leases stay taken
// and its rows unchanged, as after a crash.
const { AsyncLocalStorage } = require("node:async_hooks")
const { Server } = require("node:http")

const HEADER = "x-dies-at-write"
/** Methods of the module and its parts that write, each in one transaction. */
const WRITES =
  /^((create|update|delete)Financing\w+|open|attachSession|adoptToken|add|write(Intent|Repeat)|confirm(Create|Refund|Selection))$/
const PARTS = ["applications", "journal", "outcomes", "tokens"]

const ARMED = Symbol("counts its writes")
const requests = new AsyncLocalStorage()
const never = () => new Promise(() => {})

/** Calls inside a transaction belong to the write that began it. */
const isInTransaction = (args) => Boolean(args.at(-1)?.transactionManager)

function namesOf(service) {
  const names = new Set()
  for (let one = service; one && one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  }
  return [...names].filter((name) => WRITES.test(name) && typeof service[name] === "function")
}

function countWrites(service) {
  for (const name of namesOf(service)) {
    const write = service[name]
    service[name] = function (...args) {
      const request = requests.getStore()
      if (!request || request.isOver || isInTransaction(args)) return write.apply(this, args)
      request.left -= 1
      if (request.left > 0) return write.apply(this, args)
      request.die()
      return never()
    }
  }
}

function arm(service) {
  if (service[ARMED]) return
  for (const one of [service, ...PARTS.map((part) => service[part])]) countWrites(one)
  const { leases } = service
  const acquire = leases.acquire
  leases.acquire = async function (...args) {
    const lease = await acquire.apply(this, args)
    if (!requests.getStore()?.isDead) return lease
    await lease.release()
    return never()
  }
  Object.defineProperty(service, ARMED, { value: true })
}

module.exports.letRequestsDie = (financing) => {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (event, ...given) {
    const [request, response] = given
    const left = event === "request" ? Number(request.headers[HEADER] ?? 0) : 0
    if (!left) return emit.call(this, event, ...given)
    arm(financing())
    const die = () => {
      life.isDead = true
      request.socket.destroy()
    }
    const life = { left, isOver: false, isDead: false, die }
    response.on("finish", () => (life.isOver = true))
    return requests.run(life, () => emit.call(this, event, ...given))
  }
}
