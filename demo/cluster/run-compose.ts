import { execFile } from "node:child_process"
import { cp, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { PATH_PREFIX, STAGING_CREDENTIALS } from "../../src/sandbox/credentials"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { orderOneSofa, type SofaOrder } from "../../tooling/clients/buy-one-sofa"
import { eventually } from "../../tooling/clients/eventually"
import { createSimulatorClient } from "../../tooling/clients/simulator-client"
import { findFreePort } from "../../tooling/free-port"
import { writeProject } from "../../tooling/matrix/create-project"
import { listProjectPackages } from "../../tooling/new-project"
import { CACHE, PACKAGE_NAME } from "../../tooling/paths"
import { packPlugin } from "../../tooling/plugin-package"
import { consoleProgress as progress } from "../../tooling/progress"
import { PLACEHOLDER_SETTINGS, buildShopEnvironment } from "../../tooling/shop-environment"

const PROJECT_DIR = path.join(CACHE, "compose")
const COMPOSE_FILES = ["compose.yaml", "compose.demo.yaml"]

const execFileAsync = promisify(execFile)

/** @returns the command's standard output */
async function docker(args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: PROJECT_DIR, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  return (await execFileAsync("docker", args, options)).stdout.trim()
}

/** Creates a Medusa project with the packed plugin, the container files and the environment. */
async function prepareProject(): Promise<void> {
  const { tarball } = await packPlugin(progress)
  await rm(PROJECT_DIR, { recursive: true, force: true })
  const packages = { ...listProjectPackages().dependencies, [PACKAGE_NAME]: "file:plugin.tgz" }
  await writeProject(PROJECT_DIR, packages)
  await cp(tarball, path.join(PROJECT_DIR, "plugin.tgz"))
  for (const name of [...COMPOSE_FILES, "Dockerfile", "Dockerfile.dockerignore"]) {
    await cp(path.join(__dirname, name), path.join(PROJECT_DIR, name))
  }
  const baseUrl = `http://simulator:4010${PATH_PREFIX.staging}`
  // The simulator runs in a container too, so it sends postbacks to the front by its service name.
  const settings = {
    ...PLACEHOLDER_SETTINGS,
    backendUrl: "http://front",
    staging: { baseUrl, ...STAGING_CREDENTIALS },
  }
  const env = buildShopEnvironment({ ...settings, redisUrl: "redis://redis", databaseUrl: "" })
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(path.join(PROJECT_DIR, ".env"), lines.join(""))
}

async function main(): Promise<void> {
  await execFileAsync("docker", ["compose", "version"]).catch(() => {
    throw new Error("Docker Compose was not found: install Docker with its Compose plugin.")
  })
  await prepareProject()
  const frontPort = String(await findFreePort(9_000))
  const compose = (...args: string[]) =>
    docker(["compose", ...COMPOSE_FILES.flatMap((file) => ["-f", file]), ...args], {
      FRONT_PORT: frontPort,
    })
  const removeContainers = () =>
    progress("Removing all containers", () => compose("down", "--volumes", "--rmi", "local"))
  process.once("SIGINT", () => void removeContainers().finally(() => process.exit(1)))
  try {
    const upArguments = ["up", "--detach", "--wait", "--no-recreate"]
    await progress("Building the image", () => compose("build"))
    await progress("Starting two servers, a worker and their dependencies", () =>
      compose(...upArguments)
    )
    await progress("Seeding", () =>
      compose("exec", "--no-TTY", "worker", "medusa", "exec", "src/scripts/seed.js")
    )
    const getAddress = async (service: string, port: number) =>
      (await compose("port", service, String(port))).replace(/^.*:/, "localhost:")
    const store = { url: `http://localhost:${frontPort}` }
    const databaseUrl = `postgres://medusa:medusa@${await getAddress("postgres", 5432)}/medusa`
    const simulatorUrl = `http://${await getAddress("simulator", 4010)}`
    const [admin, simulator] = [createAdminClient(store.url), createSimulatorClient(simulatorUrl)]

    const placeOrder = (): Promise<SofaOrder> => orderOneSofa({ store, databaseUrl, simulatorUrl })
    /** Ships an order and waits until the worker has settled it. */
    const shipAndSettle = async ({ order: { id }, token }: SofaOrder): Promise<void> => {
      await admin.createShipment(id, await admin.createFulfillment(id))
      await eventually(async () => {
        const { settleCount, status } = await simulator.application(token)
        const { payment_status } = await admin.getOrder(id)
        const summary = `${payment_status}, ${status}, settled ${settleCount} times`
        if (summary !== "captured, C, settled 1 times") throw new Error(`An order is ${summary}`)
      })
    }
    await progress("Placing, shipping and settling one order", async () =>
      shipAndSettle(await placeOrder())
    )

    await progress("Starting a third server", () => compose(...upArguments, "--scale", "server=3"))
    const [firstServerId = ""] = (await compose("ps", "--quiet", "server")).split("\n")
    await progress("Settling two orders while a server restarts", async () => {
      const restart = docker(["restart", firstServerId])
      for (let count = 0; count < 2; count += 1) await shipAndSettle(await placeOrder())
      await restart
    })

    await progress("Settling one order after Redis was stopped", async () => {
      const placedOrder = await placeOrder()
      await compose("stop", "redis")
      const { outcome } = await simulator.postback(placedOrder.token)
      if (outcome !== "HTTP 200") throw new Error(`The response to a postback was: ${outcome}`)
      await compose("start", "redis")
      await shipAndSettle(placedOrder)
    })
    console.log(await compose("ps", "--all", "--format", "table {{.Name}}\t{{.Status}}"))
    const requests = new Map<string, number>()
    const lines = (await compose("logs", "server")).matchAll(/^(\S+) .*"path":"\/(store|admin)\//gm)
    for (const [, name = ""] of lines) requests.set(name, (requests.get(name) ?? 0) + 1)
    console.log([...requests].map(([name, count]) => `${name} answered ${count}`).join(", "))
    if (requests.size < 3) throw new Error("Not every server received a request.")
  } finally {
    await writeFile(path.join(PROJECT_DIR, "containers.log"), await compose("logs", "--timestamps"))
    await removeContainers()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
