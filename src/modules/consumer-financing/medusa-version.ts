import { createRequire } from "node:module"
import path from "node:path"
import { version } from "@medusajs/medusa/package.json"

/** The oldest Medusa that the plugin runs with, as the peers of package.json say. */
const NEEDED = [2, 21] as const

const OF_MEDUSA =
  "admin-sdk admin-shared caching cli dashboard draft-order framework medusa test-utils".split(" ")

/** What to write into package.json of these, as the plugin is tested; docs/operations.md has the same lines. */
export const UPGRADE = {
  ...Object.fromEntries(OF_MEDUSA.map((name) => [`@medusajs/${name}`, "2.21.2"])),
  "@medusajs/ui": "4.2.6",
  "react-router-dom": "7.18.2",
}

/**
 * Why the plugin cannot run with the shop's Medusa, and the lines to upgrade; undefined when it can.
 *
 * @param installed the version of `@medusajs/medusa`, `2.21.2`
 */
export function findMedusaProblem(installed: string = version): string | undefined {
  const [major = 0, minor = 0] = installed.split(".").map((part) => Number.parseInt(part, 10))
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
  return isOld
    ? `medusa-payment-consumer-financing needs Medusa ${NEEDED.join(".")} or newer, and this is ${installed}. In the backend's package.json, write these of the lines that are there, then install and migrate:\n${JSON.stringify(UPGRADE, null, 2)}`
    : undefined
}

function find(name: string, file: string | undefined): string | undefined {
  try {
    return file && createRequire(file).resolve(name)
  } catch {
    return undefined
  }
}

/** Why the dashboard's financing pages break: the project, or the plugin, has another React Router than the dashboard. */
export function findRouterProblem(
  project = path.join(process.cwd(), "package.json"),
  plugin = __filename
): string | undefined {
  const dashboard = find("@medusajs/dashboard/package.json", project)
  const [theirs, ...others] = [dashboard, project, plugin].map((file) =>
    find("react-router-dom/package.json", file)
  )
  const other = others.find((one) => one && one !== theirs)
  if (!theirs || !other) return undefined
  const versionOf = (file: string) => (createRequire(file)(file) as { version: string }).version
  return `medusa-payment-consumer-financing: the project has react-router-dom ${versionOf(other)} and the dashboard has ${versionOf(theirs)}: the dashboard's financing pages break. Write "react-router-dom": "${versionOf(theirs)}" into package.json, and install again.`
}

// Imported before anything that such a Medusa lacks, or the start would stop with a missing module.
const problem = findMedusaProblem()
if (problem) throw new Error(problem)
