import { copyFile } from "node:fs/promises"
import path from "node:path"
import { ROOT } from "./paths"
import { packPlugin } from "./plugin-package"
import { consoleProgress } from "./progress"

/** `npm run pack`: copies the tarball that the specs test into the repository, for publishing. */
async function main(): Promise<void> {
  const { tarball } = await packPlugin(consoleProgress)
  const name = path.basename(tarball)
  await copyFile(tarball, path.join(ROOT, name))
  console.log(`Wrote ${name}. To publish it: npm publish ./${name}`)
}

void main()
