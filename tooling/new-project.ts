import manifest from "../package.json"

/** The Medusa packages of a project that `create-medusa-app` creates. */
export const MEDUSA_PACKAGES = [
  "@medusajs/admin-sdk",
  "@medusajs/cli",
  "@medusajs/framework",
  "@medusajs/medusa",
]

const BUILD_PACKAGES = [
  "@swc/core",
  "@types/node",
  "@types/react",
  "prop-types",
  "react",
  "react-dom",
  "ts-node",
  "typescript",
  "vite",
]

/** Pins packages to the versions that this repository tests with. */
function pinVersions(names: readonly string[]): Record<string, string> {
  const known: Record<string, string> = manifest.devDependencies
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "*"]))
}

/** Lists the packages of a new project. */
export const listProjectPackages = (): Record<
  "dependencies" | "devDependencies",
  Record<string, string>
> => ({
  dependencies: pinVersions(MEDUSA_PACKAGES),
  devDependencies: pinVersions(BUILD_PACKAGES),
})
