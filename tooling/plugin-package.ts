import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { gzipAsync } from "@gfx/zopfli"
import { create, extract } from "tar"
import { hashContents } from "./content-hash"
import { CACHE, MEDUSA_CLI, getNpmScript, ROOT } from "./paths"
import type { Progress } from "./progress"
import { runScript } from "./run-command"

/** The packed plugin. `hash` changes with anything that runs in a shop. */
export type PluginPackage = { tarball: string; hash: string }

/** Files of this repository that the build steps after `plugin:build` use; the first two run. */
const POST_BUILD_FILES = [
  "tooling/trim-build.mjs",
  "tooling/build-storefront.mjs",
  "tooling/one-statement-a-line.mjs",
]
const FINISH_SCRIPT = "tooling/finish-package.mjs"

/** Sources of the build. */
const SOURCE_FILES = ["src", "package.json", "tsconfig.json"]

/** Files packed in addition to the build. */
const PACKED_FILES = ["docs", "medusa-config.example.ts", "README.md", "LICENSE"]

async function findTarball(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch(() => [])
  const tarball = names.find((name) => name.endsWith(".tgz"))
  return tarball && path.join(directory, tarball)
}

/** Copies the sources to a new directory inside the repository, where its packages resolve. @returns its path */
export async function stageSources(): Promise<string> {
  await mkdir(CACHE, { recursive: true })
  const stage = await mkdtemp(path.join(CACHE, "build-"))
  for (const name of [...SOURCE_FILES, ...PACKED_FILES]) {
    const options = { recursive: true }
    await cp(path.join(ROOT, name), path.join(stage, name), options).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error
      }
    )
  }
  return stage
}

/** Builds the plugin in a stage, or copies the cached build of the same sources. */
async function buildPlugin(stage: string, hash: string): Promise<void> {
  const built = path.join(CACHE, "built", hash)
  const output = path.join(stage, ".medusa")
  const isCached = await cp(built, output, { recursive: true }).then(
    () => true,
    () => false
  )
  if (isCached) return
  await runScript({ script: MEDUSA_CLI, args: ["plugin:build"], cwd: stage })
  for (const script of POST_BUILD_FILES.slice(0, 2)) {
    await runScript({ script: path.join(ROOT, script), args: [stage], cwd: stage })
  }
  await cp(output, `${stage}.built`, { recursive: true })
  await moveDirectory(`${stage}.built`, built)
}

/** Moves a directory, or deletes it when a concurrent run has already created the same one. */
async function moveDirectory(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await rename(from, to).catch(() => rm(from, { recursive: true, force: true }))
}

/** Sorts declarations before code and keeps folders together: similar files compress better side by side. */
const getSortKey = (name: string) => `${/\.d\.m?ts$/.test(name) ? 0 : 1}${name}`

/** Repacks npm's tarball in an order that compresses better, with Zopfli. The result is an ordinary gzip file. */
async function repackTarball(tarball: string, destination: string): Promise<void> {
  const cwd = `${tarball}.files`
  await mkdir(cwd)
  await extract({ file: tarball, cwd })
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(cwd, path.join(entry.parentPath, entry.name)))
    .sort((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1))
  const mtime = new Date("1985-10-26T08:15:00Z")
  const archive = await create({ cwd, portable: true, mtime }, files).concat()
  const packed = await gzipAsync(archive, { numiterations: 1 })
  await writeFile(path.join(destination, path.basename(tarball)), packed)
}

/**
 * Builds and packs the plugin, unless the cache has a tarball of the same sources. When only the pages changed, packs
 * them with the cached build. Builds in a copy, so that concurrent runs and the working tree's build do not interfere.
 *
 * @throws Error with the compiler's output
 */
export async function packPlugin(progress: Progress): Promise<PluginPackage> {
  const hash = await hashContents(ROOT, [...SOURCE_FILES, ...POST_BUILD_FILES])
  const home = path.join(
    CACHE,
    "plugin",
    hash,
    await hashContents(ROOT, [...PACKED_FILES, FINISH_SCRIPT])
  )
  const existing = await findTarball(home)
  if (existing) return { tarball: existing, hash }
  const stage = await stageSources()
  try {
    await progress("Building the plugin", () => buildPlugin(stage, hash))
    await progress("Packing the plugin", async () => {
      await runScript({ script: path.join(ROOT, FINISH_SCRIPT), args: [stage], cwd: stage })
      await runScript({ script: getNpmScript(), args: ["pack", "--ignore-scripts"], cwd: stage })
    })
    const packed = await findTarball(stage)
    if (!packed) throw new Error("npm pack wrote no tarball")
    const ready = `${stage}.packed`
    await mkdir(ready)
    await repackTarball(packed, ready)
    await moveDirectory(ready, home)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  const tarball = await findTarball(home)
  if (!tarball) throw new Error(`There is no tarball in ${home}`)
  return { tarball, hash }
}

/** Unpacks the tarball into `destination`, as a package manager would. */
export async function unpackPlugin(tarball: string, destination: string): Promise<void> {
  await rm(destination, { recursive: true, force: true })
  await mkdir(destination, { recursive: true })
  await extract({ file: tarball, cwd: destination, strip: 1 })
}
