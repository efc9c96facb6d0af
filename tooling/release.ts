import { readdir } from "node:fs/promises"
import path from "node:path"
import manifest from "../package.json"
import { requireFromRoot, getNpmScript, PACKAGE_NAME, ROOT } from "./paths"
import { packPlugin } from "./plugin-package"
import { consoleProgress } from "./progress"
import { runScript } from "./run-command"

const runNpm = (...args: string[]): Promise<string> =>
  runScript({ script: getNpmScript(), args, cwd: ROOT })

/** Tells whether npm has this version. Pushes before the next version bump release nothing. */
async function isPublished(): Promise<boolean> {
  const known = runNpm("view", `${PACKAGE_NAME}@${manifest.version}`, "version")
  const answer = await known.catch((error: Error) => {
    if (error.message.includes("E404")) return ""
    throw error
  })
  return answer.trim() !== ""
}

/** Finds the tarball that `npm run pack` wrote. @throws Error when there is none */
async function findPacked(): Promise<string> {
  const names = await readdir(ROOT)
  const found = names.filter((name) => name === `${PACKAGE_NAME}-${manifest.version}.tgz`)
  if (found.length !== 1)
    throw new Error(`There is no tarball of ${manifest.version} in the repository.`)
  return path.join(ROOT, String(found[0]))
}

/**
 * `npm run release`: publishes the tarball that the specs test, and tags the commit. `-- --packed` publishes the one
 * that `npm run pack` wrote; `-- --dry-run` shows what would be published.
 */
async function main(): Promise<void> {
  const isDry = process.argv.includes("--dry-run")
  if (!isDry && (await isPublished())) {
    console.log(`${PACKAGE_NAME} ${manifest.version} is published already.`)
    return
  }
  const isPacked = process.argv.includes("--packed")
  const tarball = isPacked ? await findPacked() : (await packPlugin(consoleProgress)).tarball
  console.log(await runNpm("publish", tarball, ...(isDry ? ["--dry-run"] : [])))
  if (isDry) return
  const changesets = requireFromRoot.resolve("@changesets/cli/bin.js")
  console.log(await runScript({ script: changesets, args: ["tag"], cwd: ROOT }))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
