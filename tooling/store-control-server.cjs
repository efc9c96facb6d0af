// For tests only (`node --require`, before Medusa): an HTTP server through which specs run code inside the store.
// Listens on the loopback interface, requires a token, and ends the store when the process that started it exits.
const { randomBytes } = require("node:crypto")
const { createServer } = require("node:http")
const { createRequire } = require("node:module")
const { join } = require("node:path")
const { letRequestsDie } = require("./store-dying-requests.cjs")
const { keepSocketsOpen } = require("./store-open-sockets.cjs")

const fromShop = createRequire(join(process.cwd(), "package.json"))
const token = randomBytes(24).toString("hex")
const containerOf = () => fromShop("@medusajs/framework").container
const engine = () => containerOf().resolve("workflows")
const financing = () => containerOf().resolve("consumerFinancing")

keepSocketsOpen()
letRequestsDie(financing)

// Recorded events by name.
const heard = new Map()

// Paused jobs, and those of them that came due while paused. A job schedules its next run only when it runs.
const resting = new Set()
const missed = new Set()
let schedule = null

function scheduleThatRests() {
  if (schedule) return schedule
  schedule = engine().workflowOrchestratorService_.inMemoryDistributedTransactionStorage_
  const run = schedule.jobHandler
  schedule.jobHandler = async (job, ...given) =>
    resting.has(job) ? void missed.add(job) : run.call(schedule, job, ...given)
  return schedule
}

const OPERATIONS = {
  call: ({ module, method, args }) => {
    // A method of the module or of one of its parts, such as "leases.acquire".
    const names = method.split(".")
    const last = names.pop()
    const service = names.reduce((one, name) => one[name], containerOf().resolve(module))
    return service[last](...args)
  },
  graph: ({ config }) => containerOf().resolve("query").graph(config),
  workflow: async ({ id, input }) => (await engine().run(id, { input })).result,
  listen: ({ name }) => {
    if (heard.has(name)) return
    heard.set(name, [])
    const keep = async ({ data }) => heard.get(name).push(data)
    containerOf().resolve("event_bus").subscribe(name, keep)
  },
  heard: ({ name }) => heard.get(name) ?? [],
  emit: ({ event }) => containerOf().resolve("event_bus").emit(event),
  unschedule: ({ id }) => {
    scheduleThatRests()
    resting.add(id)
  },
  reschedule: ({ id }) => {
    resting.delete(id)
    if (missed.delete(id)) void scheduleThatRests().jobHandler(id)
  },
  usage: () => {
    const { user, system } = process.cpuUsage()
    const { counted } = require("./store-statements.cjs")
    return { ...counted, cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss }
  },
  forget: async ({ locks }) => {
    financing().clients.current.clear()
    await containerOf().resolve("locking").release(locks)
  },
}

function describe(error) {
  return {
    message: error?.message ?? String(error),
    name: error?.name,
    type: error?.type,
    code: error?.code,
  }
}

async function answer(request) {
  if (request.headers.authorization !== `Bearer ${token}`) return [404, {}]
  try {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { operation, ...input } = JSON.parse(Buffer.concat(chunks).toString())
    return [200, { result: await OPERATIONS[operation](input) }]
  } catch (error) {
    return [500, { error: describe(error) }]
  }
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request)
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
})

server.listen(0, "localhost", () => {
  process.send({ url: `http://localhost:${server.address().port}`, token })
})
server.unref()
process.channel.unref()
process.on("disconnect", () => process.exit(1))
