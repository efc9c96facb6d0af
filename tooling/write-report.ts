import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import manifest from "../package.json"
import { CACHE, getNpmScript, ROOT } from "./paths"
import { runScript } from "./run-command"

/** Licenses that allow a shop to use and redistribute the package's dependencies. */
const ALLOWED_LICENSES = [
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
]

type Component = {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

const runNpm = (cwd: string, ...args: string[]): Promise<string> =>
  runScript({ script: getNpmScript(), args: [...args, "--loglevel=error"], cwd })

/** Generates npm's bill of materials of the package's runtime dependencies, at the locked versions. */
async function generateBillOfMaterials(): Promise<string> {
  const { name, version, license, dependencies } = manifest
  const directory = await mkdtemp(path.join(tmpdir(), "consumer-financing-report-"))
  try {
    const shipped = JSON.stringify({ name, version, license, dependencies })
    await writeFile(path.join(directory, "package.json"), shipped)
    await cp(path.join(ROOT, "package-lock.json"), path.join(directory, "package-lock.json"))
    await runNpm(directory, "install", "--package-lock-only", "--prefer-offline", "--no-audit")
    return await runNpm(directory, "sbom", "--package-lock-only", "--sbom-format=cyclonedx")
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function getLicense({ licenses = [] }: Component): string {
  const names = licenses.map(
    ({ license, expression }) => expression ?? license?.id ?? license?.name
  )
  return names.join(" AND ") || "none"
}

/** `npm run report`: prints the dependencies and their licenses. Fails when a license is not allowed. */
async function main(): Promise<void> {
  const bill = await generateBillOfMaterials()
  const file = path.join(CACHE, "sbom.cdx.json")
  await mkdir(CACHE, { recursive: true })
  await writeFile(file, bill)
  const { components } = JSON.parse(bill) as { components: Component[] }
  const direct = new Set(Object.keys(manifest.dependencies))
  for (const one of components.filter(({ name }) => direct.has(name))) {
    console.log(`${one.name} ${one.version}, ${getLicense(one)}`)
  }
  const licences = [...new Set(components.map(getLicense))]
  const counts = licences.map(
    (licence) =>
      `${components.filter((component) => getLicense(component) === licence).length} ${licence}`
  )
  console.log(`${components.length} packages in all: ${counts.join(", ")}`)
  console.log(`Wrote ${path.relative(ROOT, file)}`)
  const others = components.filter((component) => !ALLOWED_LICENSES.includes(getLicense(component)))
  if (others.length === 0) return
  const named = others.map((other) => `${other.name} ${other.version}: ${getLicense(other)}`)
  console.error(`Licenses that are not allowed:\n${named.join("\n")}`)
  process.exitCode = 1
}

void main()
