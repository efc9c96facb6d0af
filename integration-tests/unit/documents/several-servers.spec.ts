import { runInNewContext } from "node:vm"
import { parse } from "yaml"
import { REDIS_ARGUMENTS, startRedis } from "../../../tooling/cluster/redis"
import { redisModules } from "../../../tooling/shop-template/redis-modules"
import { readRepositoryFile } from "./documents"

type Service = {
  command?: string | string[]
  environment?: Record<string, string>
  deploy?: { replicas: number }
  depends_on?: Record<string, unknown>
}

const compose = parse(readRepositoryFile("demo/cluster/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>
  configs: { front: { content: string } }
  volumes: Record<string, unknown>
}
const { services } = compose

describe("the setup of several servers", () => {
  it("is documented with the modules that the test cluster uses", () => {
    const section =
      readRepositoryFile("docs/operations.md").split("\n## Several servers\n")[1] ?? ""
    const block = /```ts\n(modules: [^]*?)```/.exec(section)?.[1]
    const url = "redis://somewhere"
    const documentedConfig = runInNewContext(`({ ${block} })`, {
      process: { env: { REDIS_URL: url } },
    }) as { modules: unknown[] }
    expect(JSON.parse(JSON.stringify(documentedConfig.modules))).toEqual(
      Object.values(redisModules(url))
    )
  })

  it("runs two servers and a worker on one Postgres and one Redis", () => {
    const { server, worker } = services
    expect(server?.environment).toEqual({
      ...worker?.environment,
      MEDUSA_WORKER_MODE: "server",
    })
    expect(worker?.environment).toMatchObject({
      MEDUSA_WORKER_MODE: "worker",
      REDIS_URL: "redis://redis:6379",
    })
    const database = new URL(worker?.environment?.DATABASE_URL ?? "")
    expect(database.hostname).toBe("postgres")
    // Without it, Medusa requires TLS and waits forever.
    expect(database.searchParams.get("sslmode")).toBe("disable")
    expect(server?.deploy?.replicas).toBe(2)
    expect(server?.command).toBe(worker?.command)
    expect(compose.configs.front.content).toContain("server server:9000 resolve;")
  })

  it("runs Redis with the arguments of the tests", () => {
    expect(services.redis?.command).toEqual(["redis-server", ...REDIS_ARGUMENTS])
  })

  it("has no dependency on a missing service", () => {
    const dependencies = Object.values(services).flatMap((service) =>
      Object.keys(service.depends_on ?? {})
    )
    expect(dependencies.filter((name) => !(name in services))).toEqual([])
    expect(Object.keys(compose.volumes)).toEqual(["postgres", "redis"])
  })
})

describe("startRedis", () => {
  const { PATH, REDIS_URL } = process.env
  afterEach(() => Object.assign(process.env, { PATH, ...(REDIS_URL ? { REDIS_URL } : {}) }))

  it("fails without Redis, and explains how to install it", async () => {
    delete process.env.REDIS_URL
    process.env.PATH = "/nowhere"
    await expect(startRedis()).rejects.toThrow(
      /^No Redis was found: install redis-server .*, or set REDIS_URL to an empty one\.$/
    )
  })
})
