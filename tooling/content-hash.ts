import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import path from "node:path"

async function listFiles(entry: string): Promise<string[]> {
  const children = await readdir(entry, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return undefined
      if (error.code === "ENOENT") return []
      throw error
    }
  )
  if (!children) return [entry]
  const nested = await Promise.all(children.map(({ name }) => listFiles(path.join(entry, name))))
  return nested.flat()
}

/**
 * Hashes files and directories by their contents and relative paths, to 16 hexadecimal digits. Missing entries count
 * as empty.
 */
export async function hashContents(root: string, entries: string[]): Promise<string> {
  const found = await Promise.all(entries.map((entry) => listFiles(path.join(root, entry))))
  const hash = createHash("sha256")
  for (const file of found.flat().sort()) {
    hash.update(path.relative(root, file).replaceAll(path.sep, "/")).update("\0")
    hash.update(await readFile(file)).update("\0")
  }
  return hash.digest("hex").slice(0, 16)
}
