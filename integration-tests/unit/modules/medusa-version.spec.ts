import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { readUpgradeVersions } from "../../../tooling/starter/page-edits"
import manifest from "../../../package.json"
import {
  findMedusaProblem,
  findRouterProblem,
  UPGRADE,
} from "../../../src/modules/consumer-financing/medusa-version"
import { readRepositoryFile } from "../documents/documents"

describe("the version of the shop's Medusa", () => {
  it.each(["2.21.0", "2.21.2", "2.22.0-snapshot-20260911212358", "2.100.0", "3.0.0"])(
    "is accepted: %s",
    (version) => expect(findMedusaProblem(version)).toBeUndefined()
  )

  it.each(["2.20.1", "2.18.0", "2.12.9", "1.20.11"])(
    "is refused with the lines for an upgrade: %s",
    (version) => {
      const problem = findMedusaProblem(version)
      expect(problem).toContain(`needs Medusa 2.21 or newer, and this is ${version}. In`)
      expect(problem).toContain('  "@medusajs/dashboard": "2.21.2",\n')
      expect(problem).toContain('  "react-router-dom": "7.18.2"\n')
    }
  )

  it("is upgraded to the tested versions, as docs/operations.md says", () => {
    const { devDependencies } = manifest
    const readInstalledVersion = (name: string) =>
      (
        JSON.parse(readRepositoryFile(path.join("node_modules", name, "package.json"))) as {
          version: string
        }
      ).version
    expect(UPGRADE).toMatchObject({
      "@medusajs/medusa": devDependencies["@medusajs/medusa"],
      "@medusajs/dashboard": readInstalledVersion("@medusajs/dashboard"),
      "@medusajs/ui": readInstalledVersion("@medusajs/ui"),
      "react-router-dom": devDependencies["react-router-dom"],
    })
    expect(readUpgradeVersions(readRepositoryFile("docs/operations.md"))).toEqual(UPGRADE)
  })

  it("is accepted exactly from the oldest version of the peer dependencies", () => {
    for (const peer of ["@medusajs/medusa", "@medusajs/framework"] as const) {
      const oldest = manifest.peerDependencies[peer].replace("^", "")
      expect(findMedusaProblem(oldest)).toBeUndefined()
      const [major, minor] = oldest.split(".").map(Number)
      expect(findMedusaProblem(`${String(major)}.${String((minor ?? 0) - 1)}.9`)).toBeDefined()
    }
  })

  it("is accepted as installed here", () => expect(findMedusaProblem()).toBeUndefined())
})

describe("React Router in the dashboard", () => {
  let project: string
  beforeEach(async () => {
    project = await realpath(await mkdtemp(path.join(tmpdir(), "financing-router-")))
  })
  afterEach(() => rm(project, { recursive: true }))

  async function install(name: string, version: string, parentPath = ""): Promise<string> {
    const folder = path.join(project, parentPath, "node_modules", name)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ name, version }))
    return path.join(folder, "package.json")
  }
  const findProblem = (plugin: string) =>
    findRouterProblem(path.join(project, "package.json"), plugin)

  it("is reported with the line to write when the project pins another version", async () => {
    await install("@medusajs/dashboard", "2.21.2")
    await install("react-router-dom", "7.18.2", "node_modules/@medusajs/dashboard")
    await install("react-router-dom", "6.30.4")
    const plugin = await install(manifest.name, "0.1.0")
    expect(findProblem(plugin)).toMatch(
      /react-router-dom 6\.30\.4 and the dashboard has 7\.18\.2.*Write "react-router-dom": "7\.18\.2"/
    )
  })

  it("is reported when only the plugin gets another version", async () => {
    await install("@medusajs/dashboard", "2.21.2")
    await install("react-router-dom", "7.18.2")
    const plugin = await install(manifest.name, "0.1.0")
    await install("react-router-dom", "7.1.0", `node_modules/${manifest.name}`)
    expect(findProblem(plugin)).toContain("react-router-dom 7.1.0 and the dashboard")
  })

  it("is accepted as one copy, and on a server without a dashboard", async () => {
    const plugin = await install(manifest.name, "0.1.0")
    expect(findProblem(plugin)).toBeUndefined()
    await install("react-router-dom", "7.18.2")
    expect(findProblem(plugin)).toBeUndefined()
    await install("@medusajs/dashboard", "2.21.2")
    expect(findProblem(plugin)).toBeUndefined()
    expect(findRouterProblem()).toBeUndefined()
  })
})
